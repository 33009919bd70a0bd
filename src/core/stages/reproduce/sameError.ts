/** Whether two error lines are about the same error: the same kind, and of the same text where both have one. */
export function isSameError(a: string, b: string): boolean {
	const [first, second] = [partsOf(a), partsOf(b)];
	if (first.kind === '' || first.kind !== second.kind) {
		return false;
	}
	const [short = '', long = ''] = [first.text, second.text].sort((one, other) => one.length - other.length);
	return long.includes(short);
}

/** Whether an error line of an issue is how people write that a signal ended a program. */
export function isSignalNamed(signal: string, errors: readonly string[]): boolean {
	const words = signalWords.get(signal);
	return errors.some(error => error.includes(signal) || (words !== undefined && error.toLowerCase().includes(words)));
}

const signalWords: ReadonlyMap<string, string> = new Map([
	['SIGSEGV', 'segmentation fault'],
	['SIGBUS', 'bus error'],
	['SIGFPE', 'floating point exception'],
	['SIGILL', 'illegal instruction'],
]);

/** `KeyError` and `'x'` of `app.errors.KeyError: 'x'`. */
function partsOf(error: string): { readonly kind: string; readonly text: string } {
	const [, name = '', text = ''] = /^\s*([\w.$:\\]*\w)(?: \[\w+\])?(?::\s+(.*))?$/s.exec(error.trim()) ?? [];
	return { kind: name.split(/[.$:\\]+/).at(-1) ?? '', text: text.replace(/\s+/g, ' ').trim() };
}
