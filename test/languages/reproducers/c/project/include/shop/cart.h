#ifndef SHOP_CART_H
#define SHOP_CART_H
int total(const int *prices, int count);
#endif
