/**
 * The text of a file: UTF-8, else UTF-16 with a byte order mark, else windows-1252, in which every byte is valid. The
 * mark is dropped, line ends are kept, but carriage returns that are the only ones become line feeds. Undefined for a
 * binary file, which contains a NUL.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
	const text = decoded(bytes);
	return text !== undefined && hasOnlyReturns(text) ? text.replaceAll('\r', '\n') : text;
}

/** Whether the lines of a file end with carriage returns, as those of old text editors do. */
export function endsLinesWithReturns(bytes: Uint8Array): boolean {
	return hasOnlyReturns(decoded(bytes) ?? '');
}

function hasOnlyReturns(text: string): boolean {
	return !text.includes('\n') && text.includes('\r');
}

function decoded(bytes: Uint8Array): string | undefined {
	const marked = utf16Marks.find(([first, second]) => bytes[0] === first && bytes[1] === second);
	if (marked !== undefined) {
		return new TextDecoder(marked[2]).decode(bytes);
	}
	if (bytes.includes(0)) {
		return undefined;
	}
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		// Not UTF-8: older sources are mostly Latin.
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/** Whether a file is binary, judging by its first bytes: recognizes most without reading the whole file. */
export function looksBinary(start: Uint8Array): boolean {
	return start.includes(0) && !utf16Marks.some(([first, second]) => start[0] === first && start[1] === second);
}

const utf16Marks = [
	[0xff, 0xfe, 'utf-16le'],
	[0xfe, 0xff, 'utf-16be'],
] as const;
