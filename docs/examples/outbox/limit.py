"""A limit on time without a second thread."""

import contextlib
import signal


@contextlib.contextmanager
def within(seconds):
    """TimeoutError when the block takes longer. A limit inside ends the one around it. Only in the main thread."""
    signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def expire(*_):
    raise TimeoutError
