def total(prices):
    """The sum of all prices, with tax."""
    return sum(prices[1:]) * 1.2
