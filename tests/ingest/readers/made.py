"""Office files written by hand, part by part: what the usual libraries do not write."""

from tests.ingest.readers.told import packed

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def paragraph(text: str, style: str = "", more: str = "") -> str:
    """A paragraph of a text document."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{text}</w:t></w:r>{more}</w:p>'


def docx(body: str, **parts: str) -> bytes:
    """A text document. `parts` are further ones: `footnotes`, `comments`, `styles`, `core`."""
    related = "".join(
        f'<Relationship Id="{name}" Type="{_RELATIONS}/{name}" Target="{name}.xml"/>'
        for name in parts
        if name != "core"
    )
    files: dict[str, str | bytes] = {
        "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": f"<Relationships>{related}</Relationships>",
    }
    files |= {
        f"word/{name}.xml": f"<w:{name} {_W}>{xml}</w:{name}>"
        for name, xml in parts.items()
        if name != "core"
    }
    if "core" in parts:
        files["docProps/core.xml"] = f"<coreProperties>{parts['core']}</coreProperties>"
    return packed(files)


def xlsx(
    *sheets: str, strings: str = "", styles: str = "", states: tuple[str, ...] = (), names: str = ""
) -> bytes:
    """A workbook of sheets, each the XML inside `worksheet`."""
    listed = ""
    for at in range(len(sheets)):
        state = f' state="{states[at]}"' if states else ""
        listed += f'<sheet name="Sheet{at + 1}" r:id="r{at}"{state}/>'
    related = "".join(
        f'<Relationship Id="r{at}" Type="{_RELATIONS}/worksheet" Target="/xl/s{at}.xml"/>'
        for at in range(len(sheets))
    )
    related += f'<Relationship Id="t" Type="{_RELATIONS}/sharedStrings" Target="strings.xml"/>'
    related += f'<Relationship Id="u" Type="{_RELATIONS}/styles" Target="styles.xml"/>'
    files: dict[str, str | bytes] = {
        "xl/workbook.xml": f'<workbook xmlns:r="{_RELATIONS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{related}</Relationships>",
        "xl/strings.xml": f"<sst>{strings}</sst>",
        "xl/styles.xml": f"<styleSheet>{styles}</styleSheet>",
    }
    files |= {f"xl/s{at}.xml": f"<worksheet>{xml}</worksheet>" for at, xml in enumerate(sheets)}
    return packed(files)


def rows(*lines: list[str]) -> str:
    """Rows of cells with their text beside them; a number stays one."""
    made = ""
    for number, line in enumerate(lines, start=1):
        cells = "".join(
            f'<c r="{chr(65 + at)}{number}"><v>{text}</v></c>'
            if text.replace(".", "").isdecimal()
            else f'<c r="{chr(65 + at)}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
            for at, text in enumerate(line)
            if text
        )
        made += f'<row r="{number}">{cells}</row>'
    return f"<sheetData>{made}</sheetData>"


def pptx(*slides: str, shows: str = "", notes: str = "") -> bytes:
    """A presentation of slides, each the XML of its shapes."""
    ids = "".join(f'<sldId r:id="s{at}"/>' for at in reversed(range(len(slides))))
    related = "".join(
        f'<Relationship Id="s{at}" Type="{_RELATIONS}/slide" Target="slides/s{at}.xml"/>'
        for at in range(len(slides))
    )
    files: dict[str, str | bytes] = {
        "ppt/presentation.xml": f'<p xmlns:r="{_RELATIONS}">{ids}</p>',
        "ppt/_rels/presentation.xml.rels": f"<Relationships>{related}</Relationships>",
    }
    for at, xml in enumerate(slides):
        hidden = ' show="0"' if shows and shows[at] == "0" else ""
        files[f"ppt/slides/s{at}.xml"] = f"<sld{hidden}><spTree>{xml}</spTree></sld>"
    return packed(files)


def shape(*paragraphs: str, place: str = "") -> str:
    """A shape of a slide."""
    told = f'<nvSpPr><nvPr><ph type="{place}"/></nvPr></nvSpPr>' if place else "<nvSpPr><nvPr/></nvSpPr>"
    lines = "".join(f"<p><r><t>{text}</t></r></p>" for text in paragraphs)
    return f"<sp>{told}<txBody>{lines}</txBody></sp>"


def epub(*chapters: str, metadata: str = "", more: dict[str, str | bytes] | None = None) -> bytes:
    """A book of pages, listed backwards and read in order."""
    items = "".join(
        f'<item id="c{at}" href="text/c{at}.xhtml" media-type="application/xhtml+xml"/>'
        for at in reversed(range(len(chapters)))
    )
    spine = "".join(f'<itemref idref="c{at}"/>' for at in range(len(chapters)))
    package = f"<metadata>{metadata}</metadata><manifest>{items}</manifest><spine>{spine}</spine>"
    files: dict[str, str | bytes] = {
        "META-INF/container.xml": '<container><rootfile full-path="OEBPS/book.opf"/></container>',
        "OEBPS/book.opf": f"<package>{package}</package>",
    }
    files |= {f"OEBPS/text/c{at}.xhtml": xml for at, xml in enumerate(chapters)}
    return packed(files | (more or {}))


def ods(tables: str, styles: str = "") -> bytes:
    """A spreadsheet in the open format, from the XML of its tables."""
    body = f"<body><spreadsheet>{tables}</spreadsheet></body>"
    return packed(
        {"content.xml": f"<document><automatic-styles>{styles}</automatic-styles>{body}</document>"}
    )
