class Item:
    def __init__(self, title, cents, goods="other", tax_free=False):
        self.title = title
        self.cents = cents
        self.goods = goods
        self.tax_free = tax_free


class Line:
    def __init__(self, item, count, rate):
        self.item = item
        self.count = count
        self.rate = rate

    def net(self):
        return self.item.cents * self.count


class Invoice:
    def __init__(self, customer, rules):
        self.customer = customer
        self.rules = rules
        self.lines = []

    def add(self, item, count=1):
        rate = self.rules.rate_for(self.customer, item)
        self.lines.append(Line(item, count, rate))

    def net(self):
        return sum(line.net() for line in self.lines)

    def tax(self):
        total = 0
        for line in self.lines:
            total += line.rate.of(line.net())
        return total

    def total(self):
        return self.net() + self.tax()
