"""Names in scripts that write no capitals and, mostly, no spaces: Chinese, Japanese, Korean."""

import re
from collections.abc import Iterator

_HAN = r"\u3400-\u9fff々"
_KANA = r"\u30a1-\u30faー"
_HIRA = r"\u3041-\u309f"
_HANGUL = r"\uac00-\ud7af"
_ANY = re.compile(rf"[{_HAN}{_KANA}{_HIRA}{_HANGUL}]")
_ALONE = re.compile(
    rf"(?<![{_HAN}{_KANA}{_HIRA}{_HANGUL}])[{_HAN}{_KANA}{_HANGUL}・]{{2,8}}(?![{_HAN}{_KANA}{_HIRA}{_HANGUL}])"
)
_SURNAMES = (
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆"
    "陸汪范金石廖贾賈夏韦韋方白邹鄒孟熊秦邱江尹薛段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴武戴莫孔向汤湯"
)
"""The commonest Chinese family names, in both ways of writing them."""
_NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:^|[。！？，、；：\s])(?P<n>[{_SURNAMES}][{_HAN}]{{1,2}}?)(?=在|是|说|說|住|的|和|与|與|去|来|來|有|开|開|买|買|把|负责|負責)",
        rf"[在于到去从從](?P<n>[{_HAN}]{{1,5}}?[镇鎮市村县縣省区區州城港岛島])",
        rf"(?P<n>[{_HAN}{_KANA}]{{1,8}}?)(?=さん|氏|様|くん|ちゃん)",
        rf"(?P<n>[{_HAN}]{{1,5}}[市県区町村駅島港])(?=[にでへのをはがと])",
        rf"(?:^|[。！？、\s])(?P<n>[{_HAN}]{{2,4}}|[{_KANA}]{{3,10}})(?=の)",
        rf"(?<![{_HANGUL}])(?P<n>[{_HANGUL}]{{2,4}})(?=\s?씨)",
        rf"(?<![{_HANGUL}])(?P<n>[{_HANGUL}]{{1,4}}[시군구동역])(?=에서|에|의|은|는)",
    )
)


def unspaced_names(text: str) -> Iterator[str]:
    """Names of people and places by what stands beside them (a surname, さん, 씨, 在 …), and in a line of
    another script every short word of these: whoever wrote it so named something."""
    for line in text.split("\n"):
        if not _ANY.search(line):
            continue
        letters = [char for char in line if char.isalpha()]
        if sum(bool(_ANY.match(char)) for char in letters) * 2 < len(letters):
            yield from (match[0] for match in _ALONE.finditer(line))
            continue
        for pattern in _NAMED:
            yield from (match["n"] for match in pattern.finditer(line))


def is_unspaced(word: str) -> bool:
    """True for a run of these scripts, which may be a whole sentence."""
    return bool(_ANY.search(word))
