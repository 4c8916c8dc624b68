"""What a secret looks like: rules, judges of values, and the engine under them."""
