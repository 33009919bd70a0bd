import os
import tempfile
import unittest

from journal.checks import size_of
from journal.errors import BadRecord
from journal.records import parse_record
from journal.store import SegmentStore
from journal.summary import summarize


class SummaryTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.write("a.seg", "#journal 2\nfood\t3\nrent\t40\n")
        self.write("b.seg", "#journal 2\nfood\t4\n")
        self.store = SegmentStore(self.folder)

    def tearDown(self):
        self.store.close()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def test_totals(self):
        self.assertEqual(summarize(self.store), {"food": 7, "rent": 40})

    def test_totals_twice(self):
        summarize(self.store)
        self.assertEqual(summarize(self.store), {"food": 7, "rent": 40})

    def test_strict_totals(self):
        self.assertEqual(summarize(self.store, strict=True), {"food": 7, "rent": 40})

    def test_size(self):
        self.assertEqual(size_of(self.store, "a.seg"), 2)

    def test_record_without_amount(self):
        with self.assertRaises(BadRecord):
            parse_record("food\n")
