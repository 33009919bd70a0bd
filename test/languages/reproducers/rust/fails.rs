use shop::total;

fn main() {
    assert_eq!(total(&[1, 2]), 3, "total is wrong");
}
