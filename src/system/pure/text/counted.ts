/** `1 name`, `3 names`, `1,000 names`; with an irregular plural, `2 matches`. */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
	return `${grouped(n)} ${n === 1 ? noun : plural}`;
}

/**
 * A whole number as `1,234,567`. Without `toLocaleString`: to load the rules of a language takes longer than many a
 * search.
 */
export function grouped(n: number): string {
	return n < 1000 ? `${n}` : `${grouped(Math.floor(n / 1000))},${`${n % 1000}`.padStart(3, '0')}`;
}
