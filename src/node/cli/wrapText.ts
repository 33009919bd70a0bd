/** Lines of at most `columns` characters, broken between words; a longer word has a line of its own. No line for no text. */
export function wrapText(text: string, { columns, indent = '' }: { columns: number; indent?: string }): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).filter(Boolean)) {
		if (line !== '' && indent.length + line.length + 1 + word.length > columns) {
			lines.push(indent + line);
			line = '';
		}
		line = line === '' ? word : `${line} ${word}`;
	}
	return line === '' ? lines : [...lines, indent + line];
}
