import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.simple.DeserializationException;
import org.json.simple.JsonArray;
import org.json.simple.JsonKey;
import org.json.simple.JsonObject;
import org.json.simple.Jsonable;
import org.json.simple.Jsoner;

/** Keeps a ledger as JSON. */
public class Ledger {
	enum Key implements JsonKey {
		NAME, AMOUNT, ENTRIES;

		@Override
		public String getKey() {
			return name().toLowerCase();
		}

		@Override
		public Object getValue() {
			return this == AMOUNT ? BigDecimal.ZERO : null;
		}
	}

	static class Entry implements Jsonable {
		private final String name;
		private final double amount;

		Entry(String name, double amount) {
			this.name = name;
			this.amount = amount;
		}

		@Override
		public String toJson() {
			JsonObject object = new JsonObject();
			object.put("name", name);
			object.put("amount", amount);
			return object.toJson();
		}

		@Override
		public void toJson(java.io.Writer writer) throws java.io.IOException {
			writer.write(toJson());
		}
	}

	static JsonObject read(String text) throws DeserializationException {
		return Jsoner.deserialize(text, new JsonObject());
	}

	static BigDecimal total(JsonObject ledger) {
		JsonArray entries = ledger.getCollection("entries");
		BigDecimal sum = BigDecimal.ZERO;
		for (int i = 0; i < entries.size(); i++) {
			JsonObject entry = entries.<JsonObject>getMap(i);
			sum = sum.add(entry.getBigDecimalOrDefault(Key.AMOUNT));
		}
		return sum;
	}

	public static void main(String[] arguments) throws Exception {
		JsonObject ledger = new JsonObject();
		JsonArray entries = new JsonArray(Arrays.asList(new Entry("caf\u00e9 \"au lait\"", 2.5), new Entry("tab\tx/y\u0001", -1e3)));
		ledger.put("entries", entries);
		ledger.put("open", true);
		ledger.put("nothing", null);
		Map<String, Object> nested = new LinkedHashMap<>();
		nested.put("list", List.of(1, 2L, "3"));
		ledger.put("nested", nested);
		StringWriter writer = new StringWriter();
		Jsoner.serialize(ledger, writer);
		JsonObject back = read(writer.toString());
		System.out.println(total(back).intValue() + 1);
		System.out.println(back.<JsonArray>getCollection("entries").<JsonObject>getMap(0).getString("name").length());
		System.out.println(back.<JsonObject>getMap("nested").<JsonArray>getCollection("list").getInteger(1) + back.getBoolean("open").toString());
		String pretty = Jsoner.prettyPrint(back.toJson());
		System.out.println(pretty.split("\n").length > 10 ? pretty.split("\n")[1].trim().charAt(0) : pretty);
		JsonArray many = Jsoner.deserializeMany(new StringReader("{\"a\": [1, {}]} [2.5e1, null, \"\\u0041\\n\"]"));
		System.out.println(many.<JsonArray>getCollection(1).getString(2).codePointAt(0) + many.<JsonArray>getCollection(1).getDouble(0));
		try {
			Jsoner.deserialize("{\"a\": [1, @]}");
			throw new IllegalStateException("a wrong text was read");
		} catch (DeserializationException e) {
			System.out.println(e.getPosition() + e.getProblemType().name().length());
		}
		if (!Jsoner.escape("a\"\\/\b").equals("a\\\"\\\\\\/\\b")) {
			throw new IllegalStateException("escaped as " + Jsoner.escape("a\"\\/\b"));
		}
	}
}
