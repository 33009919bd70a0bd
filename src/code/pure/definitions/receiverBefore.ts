/** Separators between a receiver and its member, the longer ones first. */
const separators = ['?.', '!.', '->', '::', '.'];
/** Calls without arguments that are written like a name: `super().run()`. */
const calledReceiver = 'super()';
const limits = { blanks: 120, name: 100, names: 8 };

/**
 * The receiver written in front of a member that begins at `at`, with dots between its names: `a.b` of `a?.b->run`. ''
 * for an expression other than names; undefined if nothing is separated from the name.
 */
export function receiverBefore(text: string, at: number): string | undefined {
	const names: string[] = [];
	let end = beforeSeparator(text, at);
	if (end === undefined) {
		return undefined;
	}
	while (end !== undefined && names.length < limits.names) {
		const start: number = text.endsWith(calledReceiver, end) ? end - calledReceiver.length : nameStart(text, end);
		if (start === end) {
			return '';
		}
		names.unshift(text.slice(start, end));
		end = beforeSeparator(text, start);
	}
	return names.join('.');
}

/** Returns the end of the text before the separator that ends at `at`; undefined without a separator. */
function beforeSeparator(text: string, at: number): number | undefined {
	const end = withoutBlanks(text, at);
	const separator = separators.find(each => text.endsWith(each, end));
	return separator === undefined ? undefined : withoutBlanks(text, end - separator.length);
}

function withoutBlanks(text: string, from: number): number {
	let end = from;
	while (end > 0 && from - end < limits.blanks && /\s/.test(text[end - 1] ?? '')) {
		end--;
	}
	return end;
}

function nameStart(text: string, end: number): number {
	let start = end;
	while (start > 0 && end - start < limits.name && /[\p{L}\p{N}_$@]/u.test(text[start - 1] ?? '')) {
		start--;
	}
	return start;
}
