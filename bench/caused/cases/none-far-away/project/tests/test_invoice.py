import unittest

from shop.customers import Customer
from shop.invoice import Invoice, Item
from shop.taxes import TaxRules


def invoice(country):
    return Invoice(Customer("Ada", country), TaxRules())


class InvoiceTest(unittest.TestCase):
    def test_standard(self):
        bill = invoice("DE")
        bill.add(Item("lamp", 1000), 2)
        self.assertEqual(bill.total(), 2380)

    def test_reduced(self):
        bill = invoice("DE")
        bill.add(Item("novel", 1000, "books"))
        self.assertEqual(bill.total(), 1070)

    def test_tax_free(self):
        bill = invoice("AT")
        bill.add(Item("stamp", 80, tax_free=True))
        self.assertEqual(bill.total(), 80)

    def test_mixed_in_austria(self):
        bill = invoice("AT")
        bill.add(Item("lamp", 1000))
        bill.add(Item("novel", 1000, "books"))
        self.assertEqual(bill.total(), 2400)

    def test_net_without_lines(self):
        self.assertEqual(invoice("FR").net(), 0)
