import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../system/pure/errors/userError';
import type { CrashData } from '../../pure/languages/crashData';

/** The `crashes.json` of a language's folder; undefined if it has none. Throws `UserError` that names a wrong field. */
export function readCrashData(folder: string): CrashData | undefined {
	const path = join(folder, 'crashes.json');
	if (!existsSync(path)) {
		return undefined;
	}
	const data: unknown = JSON.parse(readFileSync(path, 'utf8'));
	const problem = crashProblem(data);
	if (problem !== undefined) {
		throw new UserError(`crashes.json: ${problem}`);
	}
	return data as CrashData;
}

const functionRoles = 'reporting detecting helpers allocators waiting shared entries interrupts'.split(' ');

type Fields = Readonly<Record<string, unknown>>;

function crashProblem(data: unknown): string | undefined {
	const fields = Object(data) as Fields;
	const functions = Object(fields.functions) as Fields;
	const lists = [
		fields.prefixes,
		fields.marks,
		fields.accesses,
		fields.ends,
		fields.notes,
		fields.helperFiles,
		...Object.values(functions),
	];
	const problems = [
		!lists.every(isPatternList) &&
			'"prefixes", "signs", "marks", "accesses", "ends", "notes", "helperFiles" and those in "functions" must be lists of regular expressions',
		!functionRoles.every(role => role in functions) && `"functions" needs ${functionRoles.join(', ')}`,
		!isListOf(fields.reports, ['kind', 'line'], ['line', 'except', 'inlined', 'place']) &&
			'"reports" need a "kind" and a "line"',
		!isListOf(fields.stacks, ['line'], ['line']) && '"stacks" need a "line"',
		!isListOf(fields.frames, ['name', 'order', 'frame'], ['frame']) && '"frames" need "name", "order" and "frame"',
		!isListOf(fields.names, ['compiled'], ['compiled']) && '"names" need a "compiled" name',
	];
	return problems.find(each => typeof each === 'string');
}

/** Whether all items have some texts, and valid regular expressions if any. */
function isListOf(value: unknown, texts: readonly string[], patterns: readonly string[]): boolean {
	return (
		Array.isArray(value) &&
		value.every(
			(item: Fields) =>
				texts.every(name => typeof item[name] === 'string') &&
				patterns.every(name => item[name] === undefined || isPattern(item[name])),
		)
	);
}

function isPatternList(value: unknown): boolean {
	return Array.isArray(value) && value.every(isPattern);
}

function isPattern(value: unknown): boolean {
	try {
		return typeof value === 'string' && new RegExp(value) instanceof RegExp;
	} catch {
		return false;
	}
}
