import type { Issue } from '../../../../src/runs/pure/model/issue';

/** A small project, as text by path. */
export const shop: Readonly<Record<string, string>> = {
	'shop/basket.py': `
class Basket:
    """What a customer wants to buy."""

    def __init__(self):
        self.prices = []

    def add(self, price):
        self.prices.append(price)

    def first_price(self):
        return self.prices[0]

    def total(self):
        return sum(self.prices)
`,
	'shop/receipt.py': `
from shop.basket import Basket


def header(basket):
    return 'from %s on' % basket.first_price()


def print_receipt(basket, out):
    out.write(header(basket))
    out.write(str(basket.total()))
`,
	'shop/lookup.py': `
class Lookup:
    def find(self, key):
        return self.entries[key]
`,
	'shop/rates.py': `
from shop.lookup import Lookup


class RateTable(Lookup):
    def __init__(self, entries):
        self.entries = entries

    def convert(self, amount, currency):
        return amount * self.find(currency)

    def known_currencies(self):
        return sorted(self.entries)
`,
	'shop/parcel.py': `
class Parcel:
    def send(self, island):
        if island.is_remote:
            raise ValueError('no parcel service reaches the island')
        return self.label(island)

    def label(self, island):
        return island.name
`,
	'shop/stock.py': `
def take(shelf, amount):
    shelf.amount -= amount


def refill(shelf):
    shelf.amount = 100
`,
	'tests/test_rates.py': `
from shop.rates import RateTable


def test_convert():
    assert RateTable({'EUR': 2}).convert(3, 'EUR') == 6
`,
	'tests/test_stock.py': `
from shop.stock import take


def test_clearance_sale():
    clearance = 3
    assert clearance
`,
	'README.md': 'A shop.\n',
};

/** One where a stack trace ends in `Basket.first_price`. */
export const traceIssue = issue(
	'The till crashes',
	`An empty basket should cost nothing. Instead there is this:

Traceback (most recent call last):
  File "/home/me/till.py", line 4, in <module>
    print_receipt(Basket(), out)
  File "/home/me/shop/receipt.py", line 10, in print_receipt
    out.write(header(basket))
  File "/home/me/shop/receipt.py", line 6, in header
    return 'from %s on' % basket.first_price()
  File "/home/me/shop/basket.py", line 12, in first_price
    return self.prices[0]
IndexError: list index out of range
`,
);

/** One that names `RateTable.convert`, and expects nothing in a sentence of its own. */
export const nameIssue = issue(
	'Amounts are not rounded',
	'The amounts that `RateTable.convert` gives have many digits.\n',
);

/** One that quotes a message of \`Parcel.send\`. */
export const messageIssue = issue(
	'Cannot order from home',
	`I always get "no parcel service reaches the island" here. I expected my order to be accepted, as a bridge was built.
`,
);

export function issue(title: string, body: string): Issue {
	return { title, body, source: { kind: 'text' } };
}
