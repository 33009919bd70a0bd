#include "cart.h"

#include <assert.h>
#include <string.h>

static struct cart cart = { { { "tea", 3 }, { "cup", 5 } }, 2 };

static void finds(void) {
	assert(price_of(&cart, "tea") == 5);
}

static void misses(void) {
	assert(price_of(&cart, "tea") == 5);
	assert(price_of(&cart, "pot") == 0);
}

int main(int count, char **words) {
	if (count > 1 && strcmp(words[1], "finds") == 0) {
		finds();
	} else {
		misses();
	}
	return 0;
}
