"""One reader per format: bytes to text, title, dates and entries."""
