"""Files whose content is only in the cloud. Opening one would download it, so they are told by what the file
system says of them: their bytes are never asked for."""

from os import stat_result

DATALESS = 0x4000_0000
"""`SF_DATALESS` of macOS (sys/stat.h): content that iCloud, OneDrive, Dropbox or Google Drive fetch when it is read."""
RECALLED = 0x0000_1000 | 0x0004_0000 | 0x0040_0000
"""`FILE_ATTRIBUTE_OFFLINE`, `_RECALL_ON_OPEN` and `_RECALL_ON_DATA_ACCESS` of Windows (winnt.h)."""
_STUB = ".icloud"

MESSAGE = "Its content is only in the cloud; it was not downloaded. Keep it on this device to have it read."


def is_placeholder(status: stat_result) -> bool:
    """Whether a file or folder would be downloaded when it is opened. Other systems have no such mark."""
    flags = getattr(status, "st_flags", 0)
    attributes = getattr(status, "st_file_attributes", 0)
    return bool(flags & DATALESS or attributes & RECALLED)


def stub_of(name: str) -> str | None:
    """The name of the file that a stub of older iCloud versions stands for (`.Plan.pdf.icloud`: `Plan.pdf`)."""
    inner = name[1 : -len(_STUB)]
    return inner if name.startswith(".") and name.lower().endswith(_STUB) and inner else None
