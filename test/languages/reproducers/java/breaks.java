import shop.Cart;

public class FaultlineReproducer {
	public static void main(String[] args) {
		System.out.println("no AssertionError here");
		Cart.total((int[]) null);
	}
}
