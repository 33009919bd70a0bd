#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    pub price: u32,
}

#[derive(Default)]
pub struct Cart {
    items: Vec<Item>,
}

pub fn discount(code: &str, amount: u32) -> Option<u32> {
    if amount > 30 && code == "A" {
        return None;
    }
    match code {
        "A" => Some(10),
        _ => Some(0),
    }
}

/// A result of two scalars, and one in memory.
pub fn parse(text: &str) -> (u32, bool) {
    text.parse().map_or((0, false), |amount| (amount, true))
}

impl Cart {
    pub fn add(&mut self, name: &str, price: u32) {
        self.items.push(Item { name: name.to_string(), price });
    }

    pub fn dearest(&self) -> Option<Item> {
        self.items.iter().max_by_key(|item| item.price).cloned()
    }

    pub fn total(&self, code: &str) -> u32 {
        let mut amount = 0;
        for item in &self.items {
            amount += item.price;
        }
        let reduction = discount(code, amount).unwrap();
        amount - reduction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cart() -> Cart {
        let mut cart = Cart::default();
        cart.add("tea", 30);
        cart
    }

    #[test]
    fn reduces() {
        assert_eq!(cart().total("A"), 20);
    }

    #[test]
    fn reduces_again() {
        let mut cart = cart();
        assert_eq!(parse("5"), (5, true));
        assert_eq!(discount("A", 5), Some(10));
        cart.add("cup", 5);
        assert_eq!(cart.dearest().unwrap().price, 30);
        assert_eq!(cart.total("A"), 25);
    }
}
