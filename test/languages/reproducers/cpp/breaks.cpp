#include <iostream>
#include "src/cart.cpp"

int main() {
	std::cerr << "no Assertion `x' failed here" << std::endl;
	std::vector<int>().at(shop::total({1}));
}
