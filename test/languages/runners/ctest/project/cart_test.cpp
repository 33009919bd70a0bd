#include <cstdio>
#include <cstdlib>

int main(int count, char **words) {
	if (count < 4) {
		return 77;
	}
	int total = std::atoi(words[1]) + std::atoi(words[2]);
	if (total != std::atoi(words[3])) {
		std::printf("total is %d, not %s\n", total, words[3]);
		return 1;
	}
	return 0;
}
