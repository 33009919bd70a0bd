#pragma once

#include <stdexcept>
#include <string>
#include <vector>

struct Item {
	std::string name;
	int price;
};

class Cart {
public:
	void add(const std::string &name, int price) {
		items.push_back({name, price});
	}

	const Item &find(const std::string &name) const {
		for (const Item &each : items) {
			if (each.name == name) {
				return each;
			}
		}
		throw std::out_of_range("no item " + name);
	}

	int price(const std::string &name) const {
		std::string plain = shortened(name, limit(name));
		return find(plain).price;
	}

	bool has(const std::string &name) const {
		try {
			return find(name).price > 0;
		} catch (const std::exception &) {
			return false;
		}
	}

private:
	static std::size_t limit(const std::string &name) {
		if (name.size() > 3) {
			return 2;
		}
		return 3;
	}

	static std::string shortened(const std::string &name, std::size_t most) {
		return name.substr(0, most);
	}

	std::vector<Item> items;
};

template <typename Number> Number doubled(Number value) {
	return value + value;
}
