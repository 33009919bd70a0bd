#include <assert.h>
#include <string.h>
#include "cart.h"
int name_length(const char *name);
int main(int count, char **words) {
	Cart cart = { .size = 0 };
	if (strcmp(words[1], "adds") == 0) {
		cart_add(&cart, 3);
		assert(cart_total(&cart) == 3);
	} else if (strcmp(words[1], "discount") == 0) {
		cart_add(&cart, 150);
		assert(cart_discount(&cart) == 15);
	} else {
		assert(name_length("a") == 6);
		assert(cart_total(&cart) == 0);
	}
	return count - 2;
}
