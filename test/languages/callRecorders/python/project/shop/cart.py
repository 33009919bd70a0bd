SEEN = []


def discount(code):
    """The first use of a code counts, and no other."""
    if code in SEEN:
        return None
    SEEN.append(code)
    return 10


def names(lines):
    for line in lines:
        yield line.strip()


def parse(text):
    try:
        return int(text)
    except ValueError:
        return 0


class Cart:
    def __init__(self, prices):
        self.prices = prices

    def total(self, code):
        reduction = discount(code)
        amount = sum(self.prices)
        return amount - reduction
