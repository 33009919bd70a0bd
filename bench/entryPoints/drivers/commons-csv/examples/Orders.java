import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;

/** Reads orders and writes them in other formats. */
public class Orders {
	static final String TEXT = "# made by hand\n id ;name;note\n1;\"Ada; L.\";\"two\nlines \"\"quoted\"\"\"\n\n2;Bob;\\N\n3; Cy ;\n";

	static List<CSVRecord> read() throws Exception {
		CSVFormat format = CSVFormat.DEFAULT.builder().setDelimiter(';').setHeader().setSkipHeaderRecord(true).setCommentMarker('#')
				.setIgnoreSurroundingSpaces(true).setNullString("\\N").setIgnoreHeaderCase(true).build();
		try (CSVParser parser = CSVParser.parse(new StringReader(TEXT), format)) {
			System.out.println(parser.getHeaderNames().get(1).length() + parser.getHeaderMap().get("ID"));
			return parser.getRecords();
		}
	}

	static String write(List<CSVRecord> records, CSVFormat format) throws Exception {
		StringBuilder out = new StringBuilder();
		try (CSVPrinter printer = new CSVPrinter(out, format)) {
			printer.printComment("orders\nof today");
			for (CSVRecord record : records) {
				printer.printRecord(record);
			}
			printer.printRecords(Arrays.asList(new Object[] { "x", null, 1.5 }, Arrays.asList("a", "b\tc")));
		}
		return out.toString();
	}

	static void check(boolean is, String what) {
		if (!is) {
			throw new IllegalStateException(what);
		}
	}

	public static void main(String[] arguments) throws Exception {
		List<CSVRecord> records = read();
		CSVRecord first = records.get(0);
		System.out.println(first.get("name").split(";")[1].trim() + first.get(2).split("\n")[1].length() + first.getRecordNumber());
		check(records.size() == 3 && records.get(1).get("NOTE") == null, records.size() + " records");
		Map<String, String> map = records.get(2).toMap();
		System.out.println(map.get("name").length() + map.size() + (records.get(2).isConsistent() ? 1 : 0));
		String tabs = write(records, CSVFormat.TDF.builder().setCommentMarker('#').setQuoteMode(QuoteMode.MINIMAL).setNullString("-").build());
		System.out.println(tabs.split("\r\n")[2].split("\t")[1].length());
		String mysql = write(records, CSVFormat.MYSQL.builder().setCommentMarker('#').build());
		check(mysql.contains("b\\\tc"), mysql);
		List<String> cells = new ArrayList<>();
		for (CSVRecord record : CSVParser.parse(mysql, CSVFormat.MYSQL.builder().setCommentMarker('#').build())) {
			record.forEach(cells::add);
		}
		System.out.println(cells.get(1).length() + cells.get(2).split("\n").length);
		check(cells.size() == 14 && cells.get(5) == null, cells.toString());
		check(CSVFormat.DEFAULT.format("a", "b c", "d,e", null, "").equals("a,b c,\"d,e\",,"), CSVFormat.DEFAULT.format("a", "b c", "d,e", null, ""));
		CSVFormat strict = CSVFormat.EXCEL.builder().setHeader("a", "b").setTrim(true).build();
		check(strict.toString().contains("Header:[a, b]"), strict.toString());
		check(CSVParser.parse("1, 2 ", strict).getRecords().get(0).get("b").equals("2"), "not trimmed");
	}
}
