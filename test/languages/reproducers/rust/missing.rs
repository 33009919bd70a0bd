use no_such_crate::thing;

fn main() {
    thing();
}
