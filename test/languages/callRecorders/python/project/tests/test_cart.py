import unittest

from shop import cart


class CartTest(unittest.TestCase):
    def setUp(self):
        del cart.SEEN[:]

    def test_reduces(self):
        self.assertEqual(list(cart.names([" tea "])), ["tea"])
        self.assertEqual(cart.Cart([20]).total("A"), 10)

    def test_reduces_again(self):
        self.assertEqual(cart.parse("x"), 0)
        cart.discount("B")
        cart.discount("A")
        self.assertEqual(cart.Cart([30, 5]).total("A"), 25)


if __name__ == "__main__":
    unittest.main()
