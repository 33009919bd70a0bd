int main(void) {
	volatile int i = 0;
	for (;;) {
		i = 1 - i;
	}
}
