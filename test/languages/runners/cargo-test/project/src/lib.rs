/// The sum of prices.
///
/// ```
/// assert_eq!(shop::total(&[1, 2]), 3);
/// ```
pub fn total(prices: &[i32]) -> i32 {
    prices.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn adds() {
        assert_eq!(total(&[1, 2]), 3);
    }

    #[test]
    #[ignore]
    fn later() {
        panic!();
    }

    mod inner {
        #[test]
        fn fails() {
            assert_eq!(super::total(&[1, 2]), 4);
        }
    }
}
