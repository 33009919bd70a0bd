import unittest

from tally.clock import minutes_between, parse_time, round_to


class ClockTest(unittest.TestCase):
    def test_reads_a_time_of_day(self):
        self.assertEqual(parse_time("09:30"), 570)
        with self.assertRaises(ValueError):
            parse_time("24:00")

    def test_counts_minutes_within_a_day(self):
        self.assertEqual(minutes_between(parse_time("09:00"), parse_time("12:30")), 210)

    def test_rounds_a_half_up(self):
        self.assertEqual(round_to(22, 15), 15)
        self.assertEqual(round_to(23, 15), 30)


if __name__ == "__main__":
    unittest.main()
