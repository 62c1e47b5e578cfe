"""``python -m optgap`` is the command ``optgap``."""

import sys


def main() -> None:
    """Run the command line; an interrupt while it is still being imported ends it quietly."""
    try:
        from .cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
