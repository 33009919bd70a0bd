package shop;

public class Till {
	public int pay(Cart cart) {
		return cart.total() - cart.discount();
	}
}
