package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CartTest {
	private final Cart cart = new Cart();

	@Test
	public void adds() {
		cart.add(3);
		assertEquals(3, cart.total());
	}

	@Test
	public void isEmpty() {
		assertEquals(0, cart.total());
	}
}
