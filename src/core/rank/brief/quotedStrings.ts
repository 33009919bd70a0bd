import { compareText } from '../../util/compareText';

const stringLimit = 40;
const length = { least: 4, most: 300 };

/** The places strings are taken from. */
export interface StringSources {
	readonly prose: string;
	readonly code: readonly string[];
	/** The error lines of stack traces. */
	readonly errors: readonly string[];
}

/** Quoted strings, error messages and command-line options, longest first. */
export function quotedStrings({ prose, code, errors }: StringSources): string[] {
	const texts = [prose, ...code];
	const found = [
		...errors.map(errorMessage),
		...texts.flatMap(text => text.split('\n')).flatMap(line => [...quotedIn(line), ...messageIn(line)]),
		...texts.flatMap(text =>
			[...text.matchAll(/(?<![\w-])--[a-z][a-z\d]*(?:-[a-z\d]+)*(?![\w-])/g)].map(match => match[0]),
		),
	];
	const kept = found.map(text => errorMessage(text.replace(/[`:\s]+$/, '').trim())).filter(isTelling);
	return [...new Set(kept)].sort((a, b) => b.length - a.length || compareText(a, b)).slice(0, stringLimit);
}

/** What an error line says behind the class of the error. */
export function errorMessage(line: string): string {
	return line.replace(/^\W*(?:[\w.$]*[\w$]: )+/, '');
}

function quotedIn(line: string): string[] {
	const quotes = [...line.matchAll(/"([^"]*)"|(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])|“([^“”]*)”|`([^`]*)`/gu)];
	return quotes.map(match => match.slice(1).find(text => text !== undefined) ?? '');
}

/** `SomeError: the message`, wherever it stands in the line. */
function messageIn(line: string): string[] {
	const match =
		/(?:^|[\s`])[\w.$]*(?:Error|Exception|Warning|Panic|panic|Fault|FATAL|error)\b[^:]{0,20}: +(\S.*)$/.exec(line);
	return match?.[1] === undefined ? [] : [match[1]];
}

/** Long enough and more than a name: such strings can be looked for as they stand. */
function isTelling(text: string): boolean {
	return (
		text.length >= length.least &&
		text.length <= length.most &&
		/\p{L}{2}/u.test(text) &&
		(/\p{L}\W+\p{L}/u.test(text) || /[-%{}/]/.test(text))
	);
}
