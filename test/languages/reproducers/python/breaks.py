from shop.cart import total

print("no AssertionError here")
total(None)
