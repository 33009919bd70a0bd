#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>

enum { RING_SLOTS = 4 };

/* The first values pushed are the first ones popped. */
struct ring {
	int slots[RING_SLOTS];
	size_t first;
	size_t count;
};

void ring_clear(struct ring *ring);
size_t ring_count(const struct ring *ring);
/* False if the ring is full. */
bool ring_push(struct ring *ring, int value);
/* False if the ring is empty. */
bool ring_pop(struct ring *ring, int *value);

#endif
