import no_such_package

assert no_such_package
