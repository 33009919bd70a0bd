"""Days, ISO weeks and months, as first and last date."""

import calendar
import datetime
import re

from tally.errors import TallyError

_WEEK = re.compile(r"^(\d{4})-W(\d{2})$")
_MONTH = re.compile(r"^(\d{4})-(\d{2})$")


def week(text: str) -> tuple[datetime.date, datetime.date]:
    """Monday and Sunday of an ISO week such as ``2026-W46``."""
    match = _WEEK.match(text)
    if match is None:
        raise TallyError(f"not a week: {text!r} (write it like 2026-W46)")
    try:
        monday = datetime.date.fromisocalendar(int(match.group(1)), int(match.group(2)), 1)
    except ValueError as error:
        raise TallyError(f"not a week: {text!r} ({error})") from error
    return monday, monday + datetime.timedelta(days=6)


def month(text: str) -> tuple[datetime.date, datetime.date]:
    """First and last day of a month such as ``2026-11``."""
    match = _MONTH.match(text)
    if match is None or not 1 <= int(match.group(2)) <= 12:
        raise TallyError(f"not a month: {text!r} (write it like 2026-11)")
    year, number = int(match.group(1)), int(match.group(2))
    return datetime.date(year, number, 1), datetime.date(year, number, calendar.monthrange(year, number)[1])
