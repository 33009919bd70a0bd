package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TillTest {
	@Test
	public void pays() {
		Cart cart = new Cart();
		cart.add(150);
		assertEquals(135, new Till().pay(cart));
	}

	@Test
	public void paysLittle() {
		Cart cart = new Cart();
		cart.add(10);
		assertEquals(10, new Till().pay(cart));
	}
}
