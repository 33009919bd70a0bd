/** A failure of a test, as far as VS Code tells. */
export interface FailedTest {
	/** From the outermost suite to the test. */
	readonly names: readonly string[];
	readonly id: string;
	/** Path and line: `test/shop.py:3`. */
	readonly place?: string;
	readonly message?: string;
	readonly expected?: string;
	readonly actual?: string;
	/** Innermost first. */
	readonly frames?: readonly { readonly label: string; readonly place?: string }[];
	/** What the test itself says, where no message is known. */
	readonly code?: string;
}

/** The issue a failed test makes: what failed, what was said, where it happened. */
export function testIssueText({ names, id, place, message, expected, actual, frames = [], code }: FailedTest): string {
	const said = message?.split('\n').find(line => line.trim() !== '');
	const trace = frames.map(frame => `    at ${frame.label}${frame.place === undefined ? '' : ` (${frame.place})`}`);
	return [
		`${names.at(-1) ?? id} fails${said === undefined ? '' : `: ${said.trim()}`}`,
		`Test: ${[...names, id].join(' › ')}${place === undefined ? '' : ` (${place})`}`,
		...part(message),
		...part(expected, 'Expected:\n'),
		...part(actual, 'Actual:\n'),
		...part(trace.join('\n')),
		...(code === undefined ? [] : [`\`\`\`\n${code}\n\`\`\``]),
	].join('\n\n');
}

function part(text: string | undefined, before = ''): string[] {
	return text === undefined || text.trim() === '' ? [] : [before + text.replace(/^\n+|\s+$/g, '')];
}
