#include "cart.h"

void cart_add(Cart *cart, int price) {
	cart->prices[cart->size++] = price;
}

int cart_total(const Cart *cart) {
	int total = 0;
	for (int at = 0; at < cart->size; at++) {
		total += cart->prices[at];
	}
	return total;
}

int cart_discount(const Cart *cart) {
	int total = cart_total(cart);
	if (total > 100) {
		return total / 100;
	}
	return 0;
}
