/** A small shop; line numbers in the tests are those of these texts. */
export const shop: Readonly<Record<string, string>> = {
	'shop/base.py': `class Record:
    def save(self):
        return 'record'

    def key(self):
        return id(self)


class Model(Record):
    def save(self):
        return 'model'
`,
	'shop/cart.py': `from shop import base


class Cart(base.Model):
    limit = 10

    class Line:
        def price(self):
            return 1

    @property
    def total(self):
        return self._total

    @total.setter
    def total(self, value):
        self._total = value

    def save(self):
        return 'cart'

    def add(self, line):
        def check():
            return line
        return check()


class Coupon:
    def apply(self, cart):
        return cart


def open_cart(name):
    return Cart()
`,
	'shop/stock.py': `class Shelf:
    def refill(self):
        return 1


class Crate:
    def refill(self):
        return 2

    def weigh(self):
        return 3


def count(shelf):
    return 0
`,
	'shop/tax/rates.py': 'RATES = {}\n\n\ndef rate(country):\n    return RATES[country]\n',
	'README.md': '# Shop\n\nRun `shop`.\n',
	'settings.toml': Array.from({ length: 260 }, (_, at) => `key${at + 1} = ${at}\n`).join(''),
	'tests/test_cart.py': `class Cart:
    def add(self, line):
        return None


def test_cart():
    assert Cart()
`,
};
