from django.test import TestCase

from shop.models import Row


class RowTest(TestCase):
    def test_counts(self):
        self.assertEqual(Row.objects.count(), 0)
