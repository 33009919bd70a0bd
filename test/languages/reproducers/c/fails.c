#include <assert.h>
#include "src/cart.c"

int main(void) {
	const int prices[] = {1, 2};
	assert(total(prices, 2) == 3);
	return 0;
}
