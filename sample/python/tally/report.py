"""Reports: lists of lines, ready to print."""

from collections import defaultdict
from typing import Sequence

from tally.entries import Entry
from tally.formats import format_duration, format_money, format_time
from tally.rates import Rates


def week_report(entries: Sequence[Entry]) -> list[str]:
    """One line an entry and the total of the week."""
    lines = [_entry_line(entry) for entry in entries]
    lines.append(f"{'total':<35}{format_duration(total_minutes(entries)):>9}")
    return lines


def project_report(entries: Sequence[Entry], rates: Rates) -> list[str]:
    """One line a project: its hours, and what they are worth."""
    by_project: dict[str, int] = defaultdict(int)
    for entry in entries:
        by_project[entry.project] += entry.minutes
    lines = []
    for project in sorted(by_project):
        worth = format_money(rates.worth(project, by_project[project]), rates.currency)
        lines.append(f"{project:<20}{format_duration(by_project[project]):>9}{worth:>14}")
    return lines


def total_minutes(entries: Sequence[Entry]) -> int:
    return sum(entry.minutes for entry in entries)


def _entry_line(entry: Entry) -> str:
    span = f"{format_time(entry.start)}-{format_time(entry.end)}"
    return f"{entry.date.isoformat()}  {entry.project:<10}{span:<13}{format_duration(entry.minutes):>9}"
