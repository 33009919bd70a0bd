"""Times of day and what lies between them, in whole minutes."""

import re

MINUTES_PER_DAY = 24 * 60

_TIME = re.compile(r"^(\d{1,2}):(\d{2})$")


def parse_time(text: str) -> int:
    """Minutes since midnight for a time of day such as ``09:30``. Raises ValueError for anything else."""
    match = _TIME.match(text.strip())
    if match is None:
        raise ValueError(f"not a time of day: {text!r}")
    hours, minutes = int(match.group(1)), int(match.group(2))
    if hours > 23 or minutes > 59:
        raise ValueError(f"not a time of day: {text!r}")
    return hours * 60 + minutes


def minutes_between(start: int, end: int) -> int:
    """Minutes from the start of an entry to its end, both in minutes since midnight."""
    return end - start


def round_to(minutes: int, step: int) -> int:
    """Rounds to the nearest multiple of ``step``; a half goes up."""
    if step <= 1:
        return minutes
    return (minutes + step // 2) // step * step
