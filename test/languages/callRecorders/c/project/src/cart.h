struct item {
	const char *name;
	int price;
};

struct cart {
	struct item items[4];
	int count;
};

struct item *find_item(struct cart *cart, const char *name);
int price_of(struct cart *cart, const char *name);
