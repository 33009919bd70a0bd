#include <stdio.h>
#include "src/cart.c"

int main(void) {
	puts("no Assertion failed here");
	return total(0, 2);
}
