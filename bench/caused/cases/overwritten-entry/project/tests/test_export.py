import io
import unittest

from exporter.export import Exporter
from exporter.registry import UnknownFormat

TABLE = [[1, "a"], [2, "b"]]


class ExportTest(unittest.TestCase):
    def test_csv_text(self):
        self.assertEqual(Exporter().text("x.csv", TABLE), "1,a\n2,b")

    def test_rows(self):
        file = io.StringIO()
        self.assertEqual(Exporter().write("x.csv", TABLE, file), 2)

    def test_rows_with_previews(self):
        file = io.StringIO()
        self.assertEqual(Exporter(previews=True).write("x.csv", TABLE, file), 2)
        self.assertEqual(file.getvalue(), "1,a\n2,b\n")

    def test_preview(self):
        self.assertEqual(Exporter(previews=True, count=1).text("x.txt", TABLE), "1 | a")

    def test_json_with_previews(self):
        self.assertEqual(Exporter(previews=True).text("x.json", TABLE), '[[1, "a"], [2, "b"]]')

    def test_unknown(self):
        with self.assertRaises(UnknownFormat):
            Exporter().text("x.pdf", TABLE)
