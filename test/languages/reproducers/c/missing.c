#include <no_such_library.h>

int main(void) {
	return 0;
}
