"""The sample vault and the tour through it."""
