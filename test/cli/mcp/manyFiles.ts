/** Enough that indexing and locating take a while. */
export function manyFiles(): Record<string, string> {
	const functions = Array.from(
		{ length: 60 },
		(_, at) => `def minutes_${at}(start, end):\n    return parse_time(end) - ${at}\n`,
	);
	return Object.fromEntries(
		Array.from({ length: 400 }, (_, at) => [`project/more/part_${at}.py`, functions.join('\n\n')]),
	);
}
