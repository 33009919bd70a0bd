import io
import unittest

from tally.entries import read_entries
from tally.report import total_minutes, week_report

SHEET = """date,project,start,end,note
2026-11-09,on-call,22:30,01:15,database restart
2026-11-10,support,09:00,12:30,
"""


class WeekReportTest(unittest.TestCase):
    def test_adds_an_entry_that_ends_after_midnight(self):
        entries = list(read_entries(io.StringIO(SHEET)))
        self.assertEqual(total_minutes(entries), 6 * 60 + 15)

    def test_prints_one_line_an_entry_and_the_total(self):
        entries = list(read_entries(io.StringIO(SHEET)))[1:]
        self.assertEqual(len(week_report(entries)), 2)


if __name__ == "__main__":
    unittest.main()
