import { escaped } from './codeReading';
import { type AuditSources, hasWord, type Piece } from './piece';

/** The line calls the callee in the caller, on an object that has it, and the issue names or shows the other end. */
export function checkCall(
	[, verb = '', other = '', file = '', line = '', why = '']: readonly string[],
	{ evidence, location, lines }: Piece,
	{ code, issue }: AuditSources,
): string | undefined {
	const own = [location.class, location.method].filter(part => part !== undefined).join('.');
	const [caller, callee] = verb === 'Calls' ? [own, other] : [other, own];
	const name = callee.split('.').at(-1) ?? '';
	const codeLine = lines.codeLine ?? '';
	if (evidence.codeLine?.file !== file || evidence.codeLine.line !== Number(line)) {
		return 'the sentence has another line';
	}
	const call = new RegExp(`([\\w$.\\]()]*?)(?:\\.|->|::)?(?<![\\w$])${escaped(name)}\\s*(?:\\(|$|[<{!\`])`).exec(
		codeLine,
	);
	const isDecorator = new RegExp(`@[\\w.]*\\b${escaped(name)}\\b`).test(codeLine);
	const owner = callee.split('.').at(-2);
	const isMade =
		owner !== undefined && new RegExp(`\\b${escaped(owner)}\\b`).test(codeLine) && isInitializer(name, owner);
	if (call === null && !isDecorator && !isMade) {
		return 'the line has no such call';
	}
	if (!isIn(code.definitions(file, caller.split('.').at(-1) ?? ''), Number(line))) {
		return 'the caller is not there';
	}
	const receiver = receiverOf(codeLine, name);
	const callerClass = caller.split('.').at(-2);
	const isOwn = receiver !== undefined && /^(?:self|this|cls|super\(.*\)|\$this|super|@?self)$/.test(receiver);
	if (isOwn && owner !== undefined && callerClass !== undefined && !code.isKindOf(callerClass, owner)) {
		return 'the object has no such method';
	}
	const text = code.lines(file).join('\n');
	if (receiver !== undefined && !isOwn && owner !== undefined && !hasWord(text, owner) && !isOnly(name, code)) {
		return 'the class of the object is not known there';
	}
	const isShown = issue.some(row => hasWord(row, other.split('.').at(-1) ?? ''));
	return isShown || why === 'a frame of the trace' ? undefined : 'the issue does not name it';
}

/** Whether a method makes the objects of its class. */
function isInitializer(name: string, owner: string): boolean {
	return ['__init__', 'constructor', 'initialize', '__construct', owner].includes(name);
}

/** Some definition is before the line. */
function isIn(definitions: readonly number[], line: number): boolean {
	return definitions.some(start => start <= line);
}

/** The expression right before a called name; undefined for a name alone. */
function receiverOf(line: string, name: string): string | undefined {
	const found = new RegExp(`([\\w$@]+(?:\\([^()]*\\))?)\\s*(?:\\.|->|::)\\s*${escaped(name)}(?![\\w$])`).exec(line);
	return found?.[1];
}

function isOnly(name: string, code: AuditSources['code']): boolean {
	const shape = new RegExp(`\\b(?:def|function|func|fn)\\s+${escaped(name)}\\b`);
	const files = code.paths().filter(path => /\.\w{1,4}$/.test(path));
	return files.flatMap(path => code.lines(path).filter(line => shape.test(line))).length === 1;
}
