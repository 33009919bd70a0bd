"""Tax rates by country and class of goods."""

STANDARD = {"de": 19, "fr": 20, "at": 20}
REDUCED = {"de": 7, "fr": 10}


class Rate:
    def __init__(self, percent):
        self.percent = percent

    def of(self, cents):
        return cents * self.percent // 100


class RateTable:
    def __init__(self, standard=STANDARD, reduced=REDUCED):
        self.standard = standard
        self.reduced = reduced

    def find(self, country, goods):
        """The reduced rate of the goods where the country has one, else its standard rate."""
        if goods in ("books", "food"):
            if country in self.reduced:
                return Rate(self.reduced[country])
        elif country in self.standard:
            return Rate(self.standard[country])
        else:
            raise KeyError(country)
