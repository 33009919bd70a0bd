import shop.Cart;

public class FaultlineReproducer {
	public static void main(String[] args) {
		int total = Cart.total(1, 2);
		if (total != 3) {
			throw new AssertionError("total is " + total + ", not 3");
		}
	}
}
