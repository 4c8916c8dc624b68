"""Pure decisions: what a folder allows, who may see what, what must be redacted."""
