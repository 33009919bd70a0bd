import org.nowhere.Thing;

public class FaultlineReproducer {
	public static void main(String[] args) {
		new Thing();
	}
}
