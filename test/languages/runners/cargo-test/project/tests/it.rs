#[test]
fn adds() {
    assert_eq!(shop::total(&[]), 0);
}
