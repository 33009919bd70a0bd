#include "cart.hpp"

#include <cstring>

static int check(bool isRight) {
	return isRight ? 0 : 1;
}

static int reduces(const Cart &cart) {
	return check(!cart.has("cup") && cart.price("tea") == 3);
}

static int rejects(const Cart &cart) {
	check(!cart.has("cup") && doubled(1.5) == 3);
	return check(cart.price("teas") == 3);
}

int main(int, char **words) {
	Cart cart;
	cart.add("tea", 3);
	return std::strcmp(words[1], "reduces") == 0 ? reduces(cart) : rejects(cart);
}
