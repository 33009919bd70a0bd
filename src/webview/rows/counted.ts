/** `1 place`, `3 places`. For nouns with a plain plural. */
export function counted(n: number, noun: string): string {
	return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
