SEEN = []

# The first use of a code counts, and no other.
def discount(code)
  return nil if SEEN.include?(code)

  SEEN << code
  10
end

def parse(text)
  Integer(text)
rescue ArgumentError
  0
end

class Cart
  def initialize(prices)
    @prices = prices
  end

  def total(code)
    reduction = discount(code)
    amount = 0
    @prices.each do |price|
      amount += price
    end
    amount - reduction
  end
end
