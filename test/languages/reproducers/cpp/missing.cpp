#include <no_such_library.hpp>

int main() {}
