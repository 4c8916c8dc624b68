# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "ebooklib>=0.18,<1", "icalendar>=6,<8", "odfpy>=1.4,<2", "openpyxl>=3.1,<4", "python-docx>=1.1,<2",
#   "python-pptx>=1,<2", "reportlab>=4,<6", "vobject>=0.9.9,<1",
# ]
# ///
"""Writes one file of each kind that people have, by the usual library for it, into a folder.

    uv run office_files.py FOLDER

Run by uv as a script of its own: the readers share no code with what wrote the files, and nobody who only
uses kg downloads it.
"""

import datetime
import sys
from pathlib import Path

import docx
import icalendar
import openpyxl
import pptx
import vobject
from ebooklib import epub
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

DAY = datetime.date(2026, 6, 15)


def workbook(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Clients"
    rows = [
        ["Client", "Fee", "Since", "Share"],
        ["Northwind", 48000, DAY, 0.125],
        ["Alto", 0.1 + 0.2, DAY, 1],
    ]
    for row in rows:
        sheet.append(row)
    sheet["B2"].number_format = "#,##0.00 [$EUR]"
    sheet["D2"].number_format = sheet["D3"].number_format = "0.0%"
    staff = book.create_sheet("Staff")
    for row in [["Staff of 2026"], [], ["Team", "Name"], ["Ops", "Dana Reyes"], [None, "Sam Ode"]]:
        staff.append(row)
    staff.merge_cells("A4:A5")
    book.create_sheet("Old").sheet_state = "hidden"
    book.properties.title, book.properties.creator = "Client list", "openpyxl"
    book.save(path)


def open_sheet(path: Path) -> None:
    book = OpenDocumentSpreadsheet()
    table = Table(name="Clients")
    for cells in (("Client", "Fee"), ("Northwind", 48000), ("Alto", 3)):
        row = TableRow()
        for cell in cells:
            kind = "float" if isinstance(cell, int) else "string"
            made = (
                TableCell(valuetype=kind, value=str(cell)) if kind == "float" else TableCell(valuetype=kind)
            )
            made.addElement(P(text=str(cell)))
            row.addElement(made)
        table.addElement(row)
    book.spreadsheet.addElement(table)
    book.save(str(path))


def letter(path: Path) -> None:
    document = docx.Document()
    document.add_heading("Renewal of Northwind", 0)
    document.add_heading("Terms", 1)
    document.add_paragraph("The fee stays at 48,000 EUR.")
    document.add_paragraph("notice of three months", style="List Bullet")
    document.add_paragraph("paid each quarter", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for at, text in enumerate(("Client", "Fee", "Northwind", "48,000 EUR")):
        table.cell(at // 2, at % 2).text = text
    paragraph = document.add_paragraph("It ends on 30 June 2027.")
    document.add_comment(paragraph.runs, text="Really?", author="Sam Ode", initials="SO")
    document.save(str(path))


def slides(path: Path) -> None:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Northwind in 2026"
    first.placeholders[1].text = "Dana Reyes"
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "Fees"
    body = second.placeholders[1].text_frame
    body.text = "48,000 EUR a year"
    body.add_paragraph().text = "paid each quarter"
    second.notes_slide.notes_text_frame.text = "Ask Sam about the discount."
    table = second.shapes.add_table(2, 2, 0, 0, 1_000_000, 1_000_000).table
    for at, text in enumerate(("Year", "Fee", "2026", "48,000")):
        table.cell(at // 2, at % 2).text = text
    deck.save(str(path))


def book(path: Path) -> None:
    made = epub.EpubBook()
    made.set_identifier("id")
    made.set_title("The Fern Book")
    made.set_language("en")
    made.add_author("Ada Pell")
    chapters = []
    for number, name in enumerate(("Soil", "Water"), start=1):
        chapter = epub.EpubHtml(title=name, file_name=f"c{number}.xhtml")
        chapter.content = f"<h1>{name}</h1><p>Ferns like {name.lower()}.</p><ul><li>a little</li></ul>"
        made.add_item(chapter)
        chapters.append(chapter)
    made.toc = chapters
    made.add_item(epub.EpubNcx())
    made.add_item(epub.EpubNav())
    made.spine = ["nav", chapters[1], chapters[0]]
    epub.write_epub(str(path), made)


def calendar(path: Path) -> None:
    made = icalendar.Calendar()
    event = icalendar.Event()
    event.add("uid", "1")
    event.add("summary", "Renewal call; Northwind, 2026")
    event.add("dtstart", datetime.datetime(2026, 11, 4, 10, tzinfo=datetime.UTC))
    event.add("dtend", datetime.datetime(2026, 11, 4, 11, tzinfo=datetime.UTC))
    event.add("description", "The fee stays. " * 20)
    event.add("rrule", {"freq": "weekly"})
    attendee = icalendar.vCalAddress("mailto:sam@x.example")
    attendee.params["cn"] = icalendar.vText("Sam Ode")
    event.add("attendee", attendee)
    made.add_component(event)
    path.write_bytes(made.to_ical())


def card(path: Path) -> None:
    made = vobject.vCard()
    made.add("n").value = vobject.vcard.Name(family="Müller", given="Zoé")
    made.add("fn").value = "Zoé Müller"
    made.add("org").value = ["Northwind; Ltd", "Operations"]
    mail = made.add("email")
    mail.value, mail.type_param = "zoe@x.example", "WORK"
    made.add("note").value = "first line\nand a long second one, " * 5
    path.write_text(made.serialize(), "utf-8")


def pages(path: Path) -> None:
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setTitle("untitled")
    for number in range(1, 4):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(72, 800, "Northwind Ltd – confidential")
        canvas.drawString(280, 40, f"Page {number} of 3")
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, 760, f"Chapter {number}")
        canvas.setFont("Helvetica", 11)
        wind = f"wind stays at {number} EUR a year."
        for at, line in enumerate(("The fee of the contract with North-", wind, "It is paid each quarter.")):
            canvas.drawString(72, 720 - 14 * at, line)
        for side, x in (("left", 72), ("right", 320)):
            for at in range(8):
                canvas.drawString(x, 600 - 14 * at, f"{side} column, line {at} of {number}")
        canvas.showPage()
    canvas.save()


def main(folder: str) -> None:
    root = Path(folder)
    workbook(root / "clients.xlsx")
    open_sheet(root / "clients.ods")
    letter(root / "letter.docx")
    slides(root / "deck.pptx")
    book(root / "ferns.epub")
    calendar(root / "calls.ics")
    card(root / "zoe.vcf")
    pages(root / "report.pdf")


if __name__ == "__main__":
    main(sys.argv[1])
