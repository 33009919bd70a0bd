public class FaultlineReproducer {
	public static void main(String[] args) {
		while (true) {
		}
	}
}
