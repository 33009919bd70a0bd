"""One row of the time sheet and how it is read."""

import csv
import datetime
from dataclasses import dataclass
from typing import Iterable, Iterator, TextIO

from tally.clock import minutes_between, parse_time
from tally.errors import BadEntry

COLUMNS = ["date", "project", "start", "end", "note"]


@dataclass(frozen=True)
class Entry:
    """Work on one project, logged under the day it began on."""

    date: datetime.date
    project: str
    start: int
    end: int
    note: str = ""

    @property
    def minutes(self) -> int:
        return minutes_between(self.start, self.end)

    def belongs_to(self, project: str) -> bool:
        return self.project.casefold() == project.casefold()


def read_entries(source: TextIO) -> Iterator[Entry]:
    """Entries in the order of the file. Raises BadEntry with the line number of the first row that cannot be read."""
    reader = csv.DictReader(source)
    missing = [name for name in COLUMNS[:4] if name not in (reader.fieldnames or [])]
    if missing:
        raise BadEntry(1, f"missing columns: {', '.join(missing)}")
    for row in reader:
        yield _read_row(row, reader.line_num)


def in_period(entries: Iterable[Entry], first: datetime.date, last: datetime.date) -> list[Entry]:
    """Entries logged from ``first`` to ``last``, both included, by date and start time."""
    chosen = [entry for entry in entries if first <= entry.date <= last]
    return sorted(chosen, key=lambda entry: (entry.date, entry.start))


def _read_row(row: dict[str, str], line: int) -> Entry:
    try:
        date = datetime.date.fromisoformat(row["date"].strip())
        start, end = parse_time(row["start"]), parse_time(row["end"])
    except (ValueError, AttributeError) as error:
        raise BadEntry(line, str(error)) from error
    project = (row["project"] or "").strip()
    if not project:
        raise BadEntry(line, "the project is empty")
    return Entry(date, project, start, end, (row.get("note") or "").strip())
