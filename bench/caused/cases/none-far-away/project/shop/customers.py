class Customer:
    def __init__(self, name, country):
        self.name = name
        self.country = country.lower()

    def is_abroad(self, home):
        return self.country != home
