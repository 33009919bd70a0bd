/** The line above the checks that a reproducer keeps from the author of a patch; `request.md` asks for it. */
const mark = /^(?:#|\/\/) ?other inputs:?$/i;

/**
 * A reproducer as the author of a patch sees it: without the checks of other inputs, which a patch that only handles the
 * shown values fails. They begin below a mark and end with the block that it is in.
 */
export function withoutOtherInputs(text: string): string {
	const lines = text.split('\n');
	const at = lines.findIndex(line => mark.test(line.trim()));
	if (at < 0) {
		return text;
	}
	const indent = indentOf(lines[at] ?? '');
	const end = lines.findIndex((line, nth) => nth > at && line.trim() !== '' && indentOf(line) < indent);
	const left = lines[at]?.trimEnd().replace(/:?$/, ': not shown') ?? '';
	return [...lines.slice(0, at), left, ...(end < 0 ? [''] : lines.slice(end))].join('\n');
}

function indentOf(line: string): number {
	return line.length - line.trimStart().length;
}
