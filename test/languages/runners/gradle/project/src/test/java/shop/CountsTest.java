package shop;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class CountsTest {
	private final int price;

	public CountsTest(int price) {
		this.price = price;
	}

	@Parameterized.Parameters
	public static Iterable<Object[]> prices() {
		return Arrays.asList(new Object[][] {{1}, {2}});
	}

	@Test
	public void counts() {
		assertEquals(1, Cart.total(price));
	}
}
