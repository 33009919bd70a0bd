package shop

class Stamp(private val ink: Map<String, Int>) {
    fun press(color: String): Int {
        return ink.getValue(color) - 1
    }
}

fun stampAll(stamp: Stamp, colors: List<String>): Int {
    return colors.sumOf { stamp.press(it) }
}
