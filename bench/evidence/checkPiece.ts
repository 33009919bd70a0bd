import { checkCall } from './checkCall';
import { checkFrame } from './checkFrame';
import { escaped } from './codeReading';
import { type AuditSources, hasWord, type Piece, words } from './piece';

/** What each sentence claims, and what must then be so. */
const claims: readonly {
	readonly shape: RegExp;
	readonly check: (found: readonly string[], piece: Piece, sources: AuditSources) => string | undefined;
}[] = [
	{
		shape:
			/^(?:The stack trace ends here|The last frame of the trace in this workspace|Frame (\d+) from the error) \((.+)\)\.$/,
		check: checkFrame,
	},
	{
		shape: /^The issue names its class, (.+)\.$/,
		check: ([, name = ''], piece, sources) => checkClass(name, piece, sources),
	},
	{ shape: /^The issue names (?:its file, )?(.+\.\w+|\w+)(?::\d+)?\.$/, check: checkNamed },
	{ shape: /^The issue names (.+), of which there are other definitions\.$/, check: checkNamed },
	{
		shape: /^Contains “(.+)”, (?:which the issue quotes|as a line of the issue does)\.$/,
		check: ([, text = ''], piece) => inBoth(piece, line => line.includes(text)),
	},
	{
		shape: /^Contains “(.+)”, as the issue does\.$/,
		check: ([, text = ''], piece) => inBoth(piece, line => words(line).includes(` ${text} `)),
	},
	{
		shape: /^Contains (\S+), which the issue names\.$/,
		check: ([, name = ''], piece) => inBoth(piece, line => hasWord(line, name)),
	},
	{ shape: /^“(.+)” in the issue is the name of (this function|this class|its class), (.+)\.$/, check: checkWordName },
	{
		shape:
			/^The failing (?:line of the (?:test|program)|test|program) calls (?:it|a function of this name) \((.+):(\d+)\)\.$/,
		check: checkTestCall,
	},
	{
		shape: /^(Sets|Does not set) (\S+), which a frame of the trace reads \((.+):(\d+)\)\.$/,
		check: checkState,
	},
	{
		shape: /^(Calls|Called by) (\S+) \((.+):(\d+)\), (a frame of the trace|which the issue names)\.$/,
		check: checkCall,
	},
];

/** What is not so about a piece of evidence; undefined if all of it is so. */
export function checkPiece(piece: Piece, sources: AuditSources): string | undefined {
	const { evidence, location, lines } = piece;
	if (evidence.issueLine !== undefined && lines.issueLine === undefined) {
		return 'the issue has no such line';
	}
	if (evidence.codeLine !== undefined && lines.codeLine === undefined) {
		return 'the code has no such line';
	}
	if (evidence.issueLine === undefined && evidence.codeLine === undefined) {
		return 'it rests on no line';
	}
	const { codeLine } = evidence;
	const isAnywhere = ['calls', 'test', 'state'].includes(evidence.kind);
	const isInside =
		codeLine?.file === location.file && location.startLine <= codeLine.line && codeLine.line <= location.endLine;
	if (codeLine !== undefined && !isAnywhere && !isInside) {
		return 'the line is not in the location';
	}
	for (const { shape, check } of claims) {
		const found = shape.exec(evidence.text);
		if (found !== null) {
			return check(found, piece, sources);
		}
	}
	return 'a sentence that the audit does not know';
}

function inBoth({ lines: { issueLine, codeLine } }: Piece, holds: (line: string) => boolean): string | undefined {
	if (issueLine === undefined || !holds(issueLine)) {
		return 'not on the line of the issue';
	}
	return codeLine === undefined || !holds(codeLine) ? 'not on the line of the code' : undefined;
}

/** The line of the test has the name of the function. */
function checkTestCall(
	[, file = '', line = '']: readonly string[],
	{ location }: Piece,
	{ code }: AuditSources,
): string | undefined {
	const row = code.lines(file)[Number(line) - 1] ?? '';
	const names = [location.method, location.class].map(name => name?.split('.').at(-1) ?? '');
	return names.some(name => name !== '' && hasWord(row, name)) ? undefined : 'the line of the test does not call it';
}

/** The frame's line has the member, and the location assigns or changes it, or does not. */
function checkState(
	[, verb = '', member = '', file = '', line = '']: readonly string[],
	{ location, lines: { codeLine = '' } }: Piece,
	{ code, issue }: AuditSources,
): string | undefined {
	if (!hasWord(code.lines(file)[Number(line) - 1] ?? '', member)) {
		return 'the line of the frame does not have it';
	}
	if (!issue.some(row => hasWord(row, line))) {
		return 'the issue has no such line';
	}
	const change = new RegExp(
		`[.>@$]${escaped(member)}\\b(?:\\[[^\\]]*\\])?\\s*(?:[^\\w\\s=!<>(]{0,2}=(?!=)|<<|\\+\\+|--)`,
	);
	const own = code.lines(location.file).slice(location.startLine - 1, location.endLine);
	const isSet = verb === 'Sets' ? change.test(codeLine) : !own.some(row => change.test(row));
	return isSet ? undefined : 'it is set, or not, as the sentence does not say';
}

/** The name of the function, the class or the file. */
function checkNamed([, written = '']: readonly string[], { evidence, location, lines }: Piece): string | undefined {
	const issueLine = lines.issueLine ?? '';
	if (evidence.kind === 'path') {
		const stem = location.file.split('/').at(-1)?.split('.')[0] ?? '';
		const isFile = location.file.endsWith(written.replace(/^.*\.\.\//, '')) || written.includes(stem);
		return isFile && issueLine.includes(written) ? undefined : 'the issue does not name the file there';
	}
	const parts = written.split('.');
	const name = parts.at(-1) ?? '';
	const pattern = new RegExp(`(?<![\\w$])${parts.map(escaped).join(String.raw`(?:\.|::|#|->)`)}(?![\\w$])`);
	if (evidence.issueLine !== undefined && !pattern.test(issueLine)) {
		return 'the issue does not name it there';
	}
	const own = (location.method ?? location.class ?? '').split('.').at(-1);
	return own === name && hasWord(lines.codeLine ?? '', name) ? undefined : 'the code does not define it there';
}

function checkClass(name: string, { location, lines, evidence }: Piece, { code }: AuditSources): string | undefined {
	if (evidence.issueLine !== undefined && !hasWord(lines.issueLine ?? '', name)) {
		return 'the issue does not name the class there';
	}
	const isOwn = (location.class ?? '').split('.').includes(name);
	return isOwn && code.definitions(location.file, name).some(line => line <= location.startLine)
		? undefined
		: 'it is not of that class';
}

function checkWordName(
	[, text = '', what = '', name = '']: readonly string[],
	{ location, lines }: Piece,
): string | undefined {
	if (!words(lines.issueLine ?? '').includes(` ${text} `)) {
		return 'not on the line of the issue';
	}
	const named = what === 'its class' ? location.class : (location.method ?? location.class);
	return words(name) === ` ${text} ` && named?.split('.').at(-1) === name ? undefined : 'it is not its name';
}
