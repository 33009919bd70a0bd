package shop;

import java.util.ArrayList;
import java.util.List;

public class Cart {
	private final List<Integer> prices = new ArrayList<>();

	public void add(int price) {
		prices.add(price);
	}

	public int total() {
		int total = 0;
		for (int price : prices) {
			total += price;
		}
		return total;
	}

	public int discount() {
		int total = total();
		if (total > 100) {
			return total / 100;
		}
		return 0;
	}
}
