"""PDF files written by hand, byte by byte."""

import zlib
from collections.abc import Sequence

Drawn = tuple[float, float, float, str]
"""Left, bottom, size and the text drawn there."""


def pdf(
    *pages: Sequence[Drawn] | bytes,
    info: str = "",
    trailer: str = "",
    extra: Sequence[bytes] = (),
    packed: bool = False,
) -> bytes:
    """A PDF of pages, each the texts drawn on it or the raw content. `extra` are further objects."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, page in enumerate(pages):
        content = page if isinstance(page, bytes) else drawn(page)
        body = zlib.compress(content) if packed else content
        filters = "/Filter /FlateDecode " if packed else ""
        page_of = "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >>"
        objects.append(f"<< {page_of} /Contents {5 + 2 * at} 0 R >>".encode())
        objects.append(f"<< /Length {len(body)} {filters}>>\nstream\n".encode() + body + b"\nendstream")
    objects += [f"<< {info} >>".encode(), *extra]
    return written(objects, f"/Info {4 + 2 * len(pages)} 0 R {trailer}")


def drawn(texts: Sequence[Drawn]) -> bytes:
    """The content of a page that shows texts."""
    lines = list[bytes]()
    for left, bottom, size, text in texts:
        escaped = text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        lines.append(f"BT /F {size} Tf {left} {bottom} Td (".encode() + escaped + b") Tj ET")
    return b"\n".join(lines)


def written(objects: Sequence[bytes], trailer: str = "") -> bytes:
    """Objects as a file, with the table of where they stand."""
    parts, places, at = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"], list[int](), 15
    for number, body in enumerate(objects, start=1):
        places.append(at)
        parts.append(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")
        at += len(parts[-1])
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{at}\n%%EOF\n"
    return b"".join(parts) + head.encode() + end.encode()


def column(left: float, top: float, *lines: str, size: float = 11, step: float = 14) -> list[Drawn]:
    """Lines one below the other."""
    return [(left, top - step * at, size, line) for at, line in enumerate(lines)]
