"""The command line: ``tally week FILE WEEK`` and ``tally projects FILE MONTH``."""

import argparse
import sys
from pathlib import Path
from typing import Sequence

from tally import periods
from tally.entries import Entry, in_period, read_entries
from tally.errors import TallyError
from tally.rates import Rates
from tally.report import project_report, week_report


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        lines = options.command(options)
    except TallyError as error:
        print(f"tally: {error}", file=sys.stderr)
        return 1
    print("\n".join(lines))
    return 0


def _week(options: argparse.Namespace) -> list[str]:
    return week_report(in_period(_load(options.file), *periods.week(options.period)))


def _projects(options: argparse.Namespace) -> list[str]:
    rates = Rates.load(options.rates) if options.rates else Rates({})
    return project_report(in_period(_load(options.file), *periods.month(options.period)), rates)


def _load(path: Path) -> list[Entry]:
    try:
        with path.open(encoding="utf-8", newline="") as source:
            return list(read_entries(source))
    except OSError as error:
        raise TallyError(f"cannot read {path}: {error.strerror}") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tally", description="A small time sheet.")
    commands = parser.add_subparsers(required=True)
    week = commands.add_parser("week", help="every entry of a week and their total")
    week.set_defaults(command=_week)
    projects = commands.add_parser("projects", help="hours and money by project")
    projects.set_defaults(command=_projects)
    projects.add_argument("--rates", type=Path, help="JSON file with hourly rates")
    for command in (week, projects):
        command.add_argument("file", type=Path)
        command.add_argument("period", help="2026-W46 for a week, 2026-11 for a month")
    return parser
