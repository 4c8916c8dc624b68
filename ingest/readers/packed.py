"""Office files and books: ZIP archives of XML. Everything taken from one is bounded before it is unpacked and
before it is parsed, whatever the archive says about itself, and no entity of a document is expanded."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from posixpath import dirname, normpath
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, XMLParser
from xml.parsers.expat import ExpatError, ParserCreate

from ingest.readers.dates import field_date
from kg.model.document import NotRead

_MEMBERS = 20_000
_UNPACKED = 24 * 2**20
_TIMES = 8
"""Bytes that may be unpacked: this much, and so many times the archive's own size. Text packs five- to
tenfold; archives made to burst pack a thousandfold."""
_TOKENS = 600_000
"""Tags and attributes of all parts of an archive of less than that many bytes; of a larger one as many as it
has bytes. Each takes about a hundred bytes in a tree, and two microseconds to be read."""
_ENTITY = re.compile(rb"<\x00?!\x00?E\x00?N\x00?T\x00?I\x00?T\x00?Y")
_PREFIXED = re.compile(rb"<[^\s<>/:?!]+:")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SEALED = "EncryptedPackage".encode("utf-16-le")

DAMAGED = NotRead("damaged", "The file is broken: it is no whole archive of its kind.", True)
ENCRYPTED = NotRead(
    "encrypted", "The file is protected by a password; save a copy without one to have it read."
)
BURSTING = NotRead("too_large", "The file unpacks to far more than files of its size do; it was not read.")


class Refused(Exception):
    """A part cannot be read, for the reason that `outcome` gives."""

    def __init__(self, outcome: NotRead) -> None:
        super().__init__(outcome.code)
        self.outcome = outcome


@dataclass(slots=True)
class Package:
    """An archive of parts by name. `left` is how many bytes may still be unpacked, `tokens` how many tags and
    attributes may still be read."""

    archive: zipfile.ZipFile
    names: Mapping[str, zipfile.ZipInfo]
    left: int
    tokens: int

    def has(self, name: str) -> bool:
        return name.lower() in self.names

    def part(self, name: str) -> bytes:
        """The bytes of a part, by name in any case. Raises `Refused`."""
        info = self.names.get(name.lower())
        if info is None:
            raise Refused(DAMAGED)
        if info.flag_bits & 1:
            raise Refused(ENCRYPTED)
        try:
            with self.archive.open(info) as stream:
                data = stream.read(self.left + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            OSError,
            ValueError,
            RuntimeError,
        ) as error:
            raise Refused(DAMAGED) from error
        self.left -= len(data)
        if self.left < 0:
            raise Refused(BURSTING)
        return data

    def tree(self, name: str) -> Element:
        """A part as a tree, its names without namespaces. Raises `Refused`."""
        data = self.part(name)
        self.spend(data.count(b"<") + data.count(b"="))
        return parse_tree(data)

    def spend(self, tokens: int) -> None:
        """Counts what is about to be read. Raises `Refused` when it is too much."""
        self.tokens -= tokens
        if self.tokens < 0:
            raise Refused(BURSTING)

    def optional(self, name: str) -> Element | None:
        """The tree of a part that may be missing or broken: what it would add is left out then."""
        try:
            return self.tree(name) if self.has(name) else None
        except Refused:
            return None

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """Type and target of each relation of a part, by id. Targets outside the archive are left out."""
        folder, _, file = name.rpartition("/")
        tree = self.optional(f"{folder}/_rels/{file}.rels".lstrip("/"))
        made = dict[str, tuple[str, str]]()
        for each in tree if tree is not None else ():
            target = each.get("Target", "")
            if each.get("TargetMode") != "External" and target:
                kind = each.get("Type", "").rpartition("/")[2]
                made[each.get("Id", "")] = kind, resolved(name, target)
        return made


def open_package(data: bytes) -> Package | NotRead:
    """The archive in the bytes of a file, or why there is none."""
    if data.startswith(_OLE):
        old = NotRead(
            "old_format", "An office file of the old binary kind; save it in a current one to have it read."
        )
        return ENCRYPTED if _SEALED in data else old
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, OverflowError, UnicodeError):
        return DAMAGED
    if len(infos) > _MEMBERS:
        return BURSTING
    names = {info.filename.replace("\\", "/").lstrip("/").lower(): info for info in infos}
    return Package(archive, names, _UNPACKED + _TIMES * len(data), max(_TOKENS, len(data)))


def resolved(base: str, target: str) -> str:
    """The name of a part that another one points to; fragments are left out."""
    target = unquote(target.partition("#")[0])
    joined = target if target.startswith("/") else f"{dirname(base)}/{target}"
    return normpath("/" + joined).lstrip("/")


def parse_tree(data: bytes) -> Element:
    """XML as a tree. Raises `Refused` for what is broken or declares entities."""
    if _ENTITY.search(data):
        raise Refused(BURSTING)
    parser = XMLParser()
    try:
        parser.feed(data)
        root = parser.close()
    except (ParseError, ValueError, LookupError) as error:
        raise Refused(DAMAGED) from error
    for each in root.iter():
        each.tag = local(each.tag)
        if each.attrib:
            each.attrib = {local(key): value for key, value in each.attrib.items()}
    return root


def local(name: str) -> str:
    """A name of XML without its namespace or prefix."""
    return name.rpartition("}")[2].rpartition(":")[2]


class Stop(Exception):
    """Enough was read."""


class Handler:
    """What a part is told to while it is read from beginning to end, its names without prefixes,
    those of attributes as written."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text between tags."""


def stream(data: bytes, handler: Handler) -> bool:
    """Reads XML without holding it as a tree; False when the handler has stopped it. Raises `Refused`."""
    if _ENTITY.search(data):
        raise Refused(BURSTING)
    parser = ParserCreate()
    parser.buffer_text = True
    if _PREFIXED.search(data):
        parser.StartElementHandler = lambda name, attributes: handler.start(local(name), attributes)
        parser.EndElementHandler = lambda name: handler.end(local(name))
    else:
        parser.StartElementHandler = handler.start
        parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.data
    try:
        parser.Parse(data, True)
    except Stop:
        return False
    except (ExpatError, ValueError, LookupError) as error:
        raise Refused(DAMAGED) from error
    return True


def texts(element: Element, name: str) -> Iterator[str]:
    """The text of every element of a name below another one."""
    for each in element.iter(name):
        if each.text:
            yield each.text


_DEFAULT_TITLES = re.compile(
    r"(?:untitled|document\d*|microsoft (?:word|powerpoint|excel)\b.*|powerpoint[- ]pr\w+|presentation\d*|"
    r"präsentation\d*|title|titel|slide \d+|book\d*|mappe\d*|"
    r".{0,80}\.(?:docx?|pptx?|xlsx?|odt|indd|tex|dvi|pages|html?))",
    re.IGNORECASE,
)
_DEFAULT_NAMES = re.compile(
    r"(?:python-docx|openpyxl|user|admin\w*|owner|microsoft office user|windows user|unknown|author|anonymous|"
    r"apache poi|steve canny|un-named|none|\W*)",
    re.IGNORECASE,
)
_DEFAULT_DAYS = frozenset(
    (date(2013, 12, 23), date(2013, 1, 27), date(1980, 1, 1), date(1970, 1, 1), date(1601, 1, 1))
)
"""Days that templates and programs without a clock put there."""


@dataclass(frozen=True, slots=True)
class About:
    """What the properties of a file say, without what programs put there by themselves."""

    title: str = ""
    author: str = ""
    day: date | None = None


def stated(title: str, author: str, stamp: str) -> About:
    """Properties as far as a person gave them."""
    title, author = " ".join(title.split()), " ".join(author.split())
    day = field_date(stamp)
    return About(
        "" if _DEFAULT_TITLES.fullmatch(title) else title[:200],
        "" if _DEFAULT_NAMES.fullmatch(author) else author[:120],
        None if day in _DEFAULT_DAYS or (day and not 1985 <= day.year <= 2100) else day,
    )


def office_about(package: Package) -> About:
    """The properties of an office file; the day is that of the last change."""
    tree = package.optional("docProps/core.xml")
    told = {each.tag: (each.text or "").strip() for each in tree} if tree is not None else {}
    return stated(
        told.get("title", ""), told.get("creator", ""), told.get("modified") or told.get("created", "")
    )
