"""Text to vectors with weights that come in installed packages."""
