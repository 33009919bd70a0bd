import { isUnspaced } from '../../../code/pure/index/words/scripts';
import { compareText } from '../../../system/pure/text/compareText';

const stringLimit = 40;
const length = { least: 4, most: 300 };
/** The errors of a chain, and the words of a message in it. */
const chain = { least: 4, words: 3 };

/** The sources of quoted strings. */
interface StringSources {
	readonly prose: string;
	readonly code: readonly string[];
	/** The error lines of stack traces. */
	readonly errors: readonly string[];
}

/** Quoted strings, error messages and command-line options, longest first. */
export function quotedStrings({ prose, code, errors }: StringSources): string[] {
	const texts = [prose, ...code];
	const found = [
		...errors.flatMap(error => [errorMessage(error), ...wrappedErrors(error)]),
		...texts
			.flatMap(text => text.split('\n'))
			.flatMap(line => [...quotedIn(line), ...messageIn(line), ...wrappedErrors(line)]),
		...texts.flatMap(text =>
			[...text.matchAll(/(?<![\w-])--[a-z][a-z\d]*(?:-[a-z\d]+)*(?![\w-])/g)].map(match => match[0]),
		),
	];
	const kept = found.map(text => errorMessage(text.replace(/(?<![`:\s])[`:\s]+$/, '').trim())).filter(isDistinctive);
	return [...new Set(kept)].sort((a, b) => b.length - a.length || compareText(a, b)).slice(0, stringLimit);
}

/** The message of an error line, after the class of the error. */
export function errorMessage(line: string): string {
	return line.replace(/^\W*(?:[\w.$]*[\w$]: )+/, '');
}

/** The messages of errors that others wrap, which programs join by colons: `start server: read config: no such key`. */
function wrappedErrors(line: string): string[] {
	const parts = line.split(/ ?: +/).map(part => part.replaceAll(/^[\s`'"]+|(?<![`'"])[`'"]+$/g, '').trimEnd());
	return parts.length < chain.least || line.length > length.most
		? []
		: parts.filter(part => /^[\p{L}\d' %-]+$/u.test(part) && part.split(' ').length >= chain.words);
}

function quotedIn(line: string): string[] {
	const quotes = [
		...line.matchAll(
			/"([^"]*)"|(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』|`([^`]*)`/gu,
		),
	];
	return quotes.map(match => match.slice(1).find(text => text !== undefined) ?? '');
}

/** `SomeError: the message`, anywhere in the line. */
function messageIn(line: string): string[] {
	const match =
		/(?:^|[\s`])[\w.$]*(?:Error|Exception|Warning|Panic|panic|Fault|FATAL|error)\b[^:]{0,20}: +(\S.*)$/.exec(line);
	return match?.[1] === undefined ? [] : [match[1]];
}

/** Long enough and more than a name: such strings can be searched verbatim. */
function isDistinctive(text: string): boolean {
	return (
		text.length >= length.least &&
		text.length <= length.most &&
		/\p{L}{2}/u.test(text) &&
		(/\p{L}\W+\p{L}/u.test(text) || /[-%{}/]/.test(text) || isUnspaced(text))
	);
}
