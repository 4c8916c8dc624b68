"""What bytes are: a binary format, one of the wide encodings without its mark, or an old single- or
multi-byte encoding. Each answer is None when the bytes do not say it plainly."""

import codecs
import re

from charset_normalizer import CharsetMatch, from_bytes

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"PK\x03\x04", "a ZIP archive or office file"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office file"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"BZh91AY&SY", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"OggS\x00", "an Ogg recording"),
    (b"fLaC\x00", "a FLAC recording"),
    (b"\x00asm", "a WebAssembly module"),
    (b"\x89HDF\r\n", "an HDF file"),
)
"""First bytes of formats that are never text, as the formats' own specifications give them."""

_PRINTABLE_MAGIC = ((b"%PDF-", "a PDF file"), (b"GIF87a", "a GIF picture"), (b"GIF89a", "a GIF picture"))
"""These could open a line of prose; they count only beside bytes that prose does not have."""

_SAMPLE = 65_536
_CONTROL = bytes(sorted(set(range(32)) - {8, 9, 10, 12, 13, 14, 15, 27} | {127}))
"""Control bytes that no text uses. Backspace, tab, line ends, form feed, the shifts and escape of the
ISO 2022 encodings and of coloured logs may occur."""
_CONTROL_SHARE = 0.03
"""A text with a few stray NULs stays far below; compressed or random bytes have about .09."""
_STRAY = 8
"""Control bytes up to which a short text is a text with an accident, unless it is little else."""


def binary_kind(data: bytes) -> str | None:
    """What a file is, when it is no text: a format known by its first bytes, or noise."""
    for mark, kind in _MAGIC:
        if data.startswith(mark):
            return kind
    middle = len(data) // 2
    samples = (data[:_SAMPLE], data[middle : middle + _SAMPLE])
    for mark, kind in _PRINTABLE_MAGIC:
        if data.startswith(mark) and (_controls(samples[0]) or not _is_utf8(samples[0])):
            return kind
    return "bytes that are no text" if any(map(_is_noise, samples)) else None


def _controls(data: bytes) -> int:
    return len(data) - len(data.translate(None, _CONTROL))


def _is_noise(data: bytes) -> bool:
    count = _controls(data)
    return count > (_CONTROL_SHARE if count > _STRAY else 0.3) * len(data)


def _is_utf8(data: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True


def wide_encoding(data: bytes) -> str | None:
    """`utf-16-le` or `utf-16-be` for text in it without a mark: NULs in every other byte, and what they
    decode to is text."""
    head = data[: _SAMPLE & ~1]
    if len(head) < 4 or b"\x00" not in head:
        return None
    half = len(head) // 2
    odd, even = head[1::2].count(0) / half, head[0::2].count(0) / half
    if max(odd, even) < 0.4 or min(odd, even) > 0.02:
        return None
    name = "utf-16-le" if odd > even else "utf-16-be"
    text = head.decode(name, "replace")
    odd_ones = sum(not char.isprintable() and char not in "\t\n\r\f\ufeff" for char in text)
    return name if odd_ones <= 0.01 * len(text) else None


_UNSAFE = {"utf-7", "unicode-escape", "raw-unicode-escape", "punycode", "idna", "undefined", "mbcs", "oem"}
"""Codecs that are no character sets of documents, or that let plain letters stand for others."""
_WIDER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "euc_kr": "cp949",
    "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "big5": "big5hkscs",
}  # fmt: skip
"""Charsets that files name when they mean a wider one, as the Encoding standard maps them for browsers."""


def named_charsets(label: str) -> tuple[str, ...]:
    """The encodings to try for a charset a file names, in order; none for a label that is no charset or not
    to be trusted. Single-byte labels stand on much UTF-8, and text of theirs that is valid UTF-8 by chance
    does not occur, so UTF-8 comes first there."""
    try:
        info = codecs.lookup(label.strip().strip("\"'"))
    except (LookupError, ValueError, UnicodeError):
        return ()
    name = info.name
    if name.replace("_", "-") in _UNSAFE or not info._is_text_encoding:
        return ()
    single = name == "ascii" or name.startswith(("iso8859", "cp125"))
    return (*(("utf-8",) if single else ()), _WIDER.get(name, name), name)


_ISO_2022 = re.compile(rb"\x1b\$[B@]|\x1b\([JI]")
_HIGH_LINE = re.compile(rb"[^\n]{0,400}[\x80-\xff][^\n]{0,400}")
_WESTERN_MARKS = frozenset("€‚„…†‡‰‹‘’“”•–—™›¡¢£¥§©«®°±²³µ¶·¹º»¼½¾¿×÷ª´\xa0")
_WRONG = re.compile(
    r"(?<=[^\W\d_])[^\w\s’‘´·\xad\-\x00-\x7f](?=[^\W\d_])"
    r"|(?<=[a-zà-ÿ])[À-ÞŠŒŽŸ]|[²³¹ªº](?=[^\W\d_])|(?<=[^\W\d_])[‚„ƒˆ¢£¥]|[þðýÞÐÝ]"
)
"""What western words do not have: a mark inside a word, a capital behind a small letter, a low quote at
the end of a word, and the letters that Turkish and Polish code pages put in other places."""
_LEGACY = (
    "cp932", "euc_jp", "gb18030", "big5", "cp949", "cp1251", "koi8_r", "cp866", "cp1250", "iso8859_2",
    "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp874",
)  # fmt: skip
_MULTIBYTE = frozenset(("cp932", "euc_jp", "gb18030", "big5", "cp949"))


def guess_encoding(data: bytes) -> str | None:
    """The old encoding of bytes that are no UTF-8; None when it cannot be told with confidence.
    Looks at up to 40 of the lines that matter. The limits on disorder, coherence and number of foreign
    characters were set on thirteen languages: none of them is read wrongly, some short ones are refused."""
    sample = b"\n".join(match.group() for _, match in zip(range(40), _HIGH_LINE.finditer(data), strict=False))
    if _western(sample):
        return "cp1252"
    matches = from_bytes(sample, cp_isolation=list(_LEGACY), threshold=0.15)
    best = matches.best()
    if best is None or best.chaos > 0.1:
        return None
    if any(_rivals(other, best) for other in matches):
        return None
    foreign = sum(char > "\x7f" for char in str(best))
    alone = len(matches) == 1 and best.encoding in _MULTIBYTE and best.chaos == 0
    sure = (
        (best.coherence >= 0.2 and foreign >= 24)
        or (best.coherence >= 0.4 and foreign >= 8)
        or (alone and foreign >= 16)
    )
    return best.encoding if sure else None


def _rivals(other: CharsetMatch, best: CharsetMatch) -> bool:
    """Whether another encoding gives another text that is about as good."""
    near = other.coherence > best.coherence - 0.08 and other.chaos <= best.chaos + 0.02
    return near and other.encoding != best.encoding and best.coherence > 0 and str(other) != str(best)


def is_iso_2022(data: bytes) -> bool:
    """True for Japanese mail encoding: plain ASCII bytes that switch character sets by escape sequences."""
    return _ISO_2022.search(data, 0, _SAMPLE) is not None and data.isascii()


def _western(sample: bytes) -> bool:
    """True when the bytes read as words of a western European language in Windows-1252."""
    try:
        text = sample.decode("cp1252")
    except UnicodeDecodeError:
        return False
    letters = [char for char in text if char > "\x7f" and char not in _WESTERN_MARKS]
    plain = sum(char.isascii() and char.isalpha() for char in text)
    if plain < 4 or len(letters) > 0.25 * plain:
        return False
    wrong = sum(1 for _ in _WRONG.finditer(text))
    return wrong * 20 <= sum(char > "\x7f" for char in text)
