import picomatch from 'picomatch';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import type { Patch, PatchedFile } from '../../../runs/pure/model/patch';
import { isRecord } from '../../../system/pure/fields';
import settings from './testSettings.json';

/** The part of a patch that the project's tests judge. */
export interface JudgedPatch {
	/** '' if nothing is left. */
	readonly diff: string;
	/** Paths of files whose changes are left out, at least in part. */
	readonly leftOut: readonly string[];
}

/**
 * A patch without its changes of tests and of how they are run, so that the existing tests judge it as they were: changed
 * tests stay as they are, deleted ones stay, and new ones are no evidence.
 */
export function withoutTestChanges({ files, diff }: Patch, isTest: (path: string) => boolean): JudgedPatch {
	const judged = files.map(file => judgedFile(file, isTest));
	const leftOut = files.filter((file, at) => judged[at] !== file).map(({ path }) => path);
	return leftOut.length === 0 ? { diff, leftOut } : { diff: printDiff(judged.flatMap(file => file ?? [])), leftOut };
}

/** Undefined if nothing is left of its change. */
function judgedFile(file: PatchedFile, isTest: (path: string) => boolean): PatchedFile | undefined {
	const { path, before, after } = file;
	if (isTest(path) || matches(path, settings.files)) {
		return undefined;
	}
	const fields = settings.fields.find(each => matches(path, [each.files]))?.fields;
	if (fields === undefined) {
		return file;
	}
	const [old, fresh] = [objectIn(before), objectIn(after)];
	if (fresh === undefined || (before !== undefined && old === undefined)) {
		return undefined;
	}
	const isChanged = fields.some(field => JSON.stringify(valueAt(old, field)) !== JSON.stringify(valueAt(fresh, field)));
	return isChanged ? { ...file, after: `${JSON.stringify(withFields(fresh, old, fields), null, 2)}\n` } : file;
}

type JsonObject = Readonly<Record<string, unknown>>;

function objectIn(text: string | undefined): JsonObject | undefined {
	try {
		const value: unknown = text === undefined ? undefined : JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function valueAt(object: unknown, field: readonly string[]): unknown {
	return field.reduce((value, name) => (isRecord(value) ? value[name] : undefined), object);
}

/** The object with these fields as they were. */
function withFields(object: JsonObject, old: unknown, fields: readonly (readonly string[])[]): JsonObject {
	return fields.reduce((changed, field) => withField(changed, field, valueAt(old, field)), object);
}

function withField(object: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
	const inner = object[name];
	if (rest.length === 0) {
		return { ...object, [name]: value };
	}
	return isRecord(inner) || value !== undefined
		? { ...object, [name]: withField(isRecord(inner) ? inner : {}, rest, value) }
		: object;
}

function matches(path: string, patterns: readonly string[]): boolean {
	return picomatch.isMatch(path, [...patterns], { dot: true, nocase: true });
}
