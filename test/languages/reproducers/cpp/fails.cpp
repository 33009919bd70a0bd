#include <cassert>
#include "src/cart.cpp"

int main() {
	assert(shop::total({1, 2}) == 3);
}
