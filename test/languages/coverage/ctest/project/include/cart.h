#ifndef CART_H
#define CART_H
typedef struct { int prices[8]; int size; } Cart;
void cart_add(Cart *cart, int price);
int cart_total(const Cart *cart);
int cart_discount(const Cart *cart);
#endif
