#include "ring.h"

void ring_clear(struct ring *ring)
{
	ring->first = 0;
	ring->count = 0;
}

size_t ring_count(const struct ring *ring)
{
	return ring->count;
}

bool ring_push(struct ring *ring, int value)
{
	if (ring->count == RING_SLOTS - 1)
		return false;
	ring->slots[(ring->first + ring->count) % RING_SLOTS] = value;
	ring->count++;
	return true;
}

bool ring_pop(struct ring *ring, int *value)
{
	if (ring->count == 0)
		return false;
	*value = ring->slots[ring->first];
	ring->first = (ring->first + 1) % RING_SLOTS;
	ring->count--;
	return true;
}
