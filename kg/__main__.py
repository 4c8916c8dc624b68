"""The `kg` command."""

from kg.service.cli import main

if __name__ == "__main__":
    main()
