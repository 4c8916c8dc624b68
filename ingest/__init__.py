"""From bytes to validated claims."""
