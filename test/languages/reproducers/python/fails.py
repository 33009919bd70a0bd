from shop.cart import total

assert total([1, 2]) == 3, f"total is {total([1, 2])}, not 3"
