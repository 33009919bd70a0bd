/** `1 name`, `3 names`, `1,000 names`; with an irregular plural, `2 matches`. */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
	return `${n.toLocaleString('en')} ${n === 1 ? noun : plural}`;
}
