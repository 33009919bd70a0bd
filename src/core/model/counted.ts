/** `1 name`, `3 names`, `1,000 names`; with an irregular plural, `2 matches`. */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
	// Loading the rules of a language takes longer than many a search.
	const digits = n < 1000 ? `${n}` : n.toLocaleString('en');
	return `${digits} ${n === 1 ? noun : plural}`;
}
