import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { compareText } from '../../../system/pure/text/compareText';

type Row = Readonly<Record<string, unknown>>;

/** One issue of many, with the code that it is about. */
export interface Instance {
	readonly id: string;
	/** The untouched text. */
	readonly issue: string;
	readonly code: CommittedCode | FolderOfCode;
	/** All its fields. */
	readonly row: Row;
}

export interface CommittedCode {
	/** `owner/name`, as SWE-bench has it. */
	readonly repo: string;
	readonly commit: string;
}

export interface FolderOfCode {
	/** Absolute path. */
	readonly folder: string;
}

/**
 * Reads issues in the form of SWE-bench (`instance_id`, `problem_statement`, `repo`, `base_commit`) or as `id`, `issue`,
 * `folder`, which is relative to the file; other fields are ignored. They are ordered by repository, commit and id, so
 * that similar code follows. Throws `UserError`, which names the row.
 */
export function readInstances(file: string): Instance[] {
	const rows = readRows(file);
	const instances = rows.map((row, at) => instanceOf(row, `${file}, issue ${at + 1}`, dirname(resolve(file))));
	const ids = new Set<string>();
	for (const { id } of instances) {
		if (ids.has(id)) {
			throw new UserError(`${file} has two issues with the id ${id}: each needs an id of its own.`);
		}
		ids.add(id);
	}
	if (instances.length === 0) {
		throw new UserError(`${file} contains no issue.`);
	}
	return instances.sort((a, b) => compareText(sortKey(a), sortKey(b)));
}

/** The objects in a file of JSON lines, or in one JSON list, compressed by gzip or not. Throws `UserError`. */
export function readRows(file: string): Row[] {
	return readNumberedRows(file).map(({ row }) => row);
}

/** The same, with the position of each row, for messages. */
export function readNumberedRows(file: string): { readonly row: Row; readonly where: string }[] {
	const text = readText(file).replace(/^\uFEFF/, '');
	const isList = /^\s*\[/.test(text);
	const values = isList
		? (parse(text, file) as unknown[]).map((value, at) => ({ value, where: `${file}, entry ${at + 1}` }))
		: text.split('\n').flatMap((line, at) => {
				const where = `${file}, line ${at + 1}`;
				return line.trim() === '' ? [] : [{ value: parse(line, where), where }];
			});
	return values.map(({ value, where }) => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			throw new UserError(`${where} is not a JSON object.`);
		}
		return { row: value as Row, where };
	});
}

function readText(file: string): string {
	try {
		const bytes = readFileSync(file);
		return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
	} catch (error) {
		throw new UserError(`${file} cannot be read: ${errorText(error)}`);
	}
}

function parse(text: string, where: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new UserError(`${where} is not JSON: ${errorText(error)}`);
	}
}

function instanceOf(row: Row, where: string, base: string): Instance {
	const required = (...names: readonly string[]) => {
		const value = textOf(row, ...names);
		if (value === undefined) {
			throw new UserError(`${where} has no ${names.map(name => `"${name}"`).join(' or ')}.`);
		}
		return value;
	};
	const [id, issue] = [required('instance_id', 'id'), required('problem_statement', 'issue')];
	const folder = textOf(row, 'folder');
	if (folder !== undefined) {
		return { id, issue, code: { folder: resolve(base, folder) }, row };
	}
	const repo = required('repo', 'folder');
	if (!isRepository(repo)) {
		throw new UserError(`${where}: "${repo}" is not a repository such as owner/name.`);
	}
	return { id, issue, code: { repo, commit: required('base_commit') }, row };
}

/** Whether a text names a repository, and no folder outside of the clones' folder. */
export function isRepository(text: string): boolean {
	return /^[\w.-]+(?:\/[\w.-]+)*$/.test(text) && !text.split('/').some(part => /^\.{1,2}$/.test(part));
}

function textOf(row: Row, ...names: readonly string[]): string | undefined {
	const value = names.map(name => row[name]).find(each => each !== undefined && each !== null);
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function sortKey({ id, code }: Instance): string {
	return ('folder' in code ? [code.folder, '', id] : [code.repo, code.commit, id]).join('\0');
}
