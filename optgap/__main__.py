"""``python -m optgap`` is the command ``optgap``."""

import gc
import os
import signal
import sys

from .core.interrupts import interrupt, interrupt_again

_SELDOM = (100_000, 20, 50)  # garbage is collected: modules that load leave none to look for


def main() -> None:
    """Run the command line; an interrupt, also during imports, gives exit code 130.

    The process calls `os._exit`, because Python would exit with the number of the signal if the
    interrupt came while a string of code was running, as in the declaration of a dataclass.
    """
    gc.set_threshold(*_SELDOM)
    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # it may be ignored
            signal.signal(signal.SIGINT, interrupt)
        sys.unraisablehook = interrupt_again
        from .cli import main as run

        run()
    except KeyboardInterrupt:
        os._exit(130)
    except SystemExit as end:
        if end.code == 130:
            os._exit(130)
        raise


if __name__ == "__main__":
    main()
