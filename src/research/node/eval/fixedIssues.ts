import { DiskFiles } from '../../../code/node/listing/diskFiles';
import type { Parsing } from '../../../code/pure/index/indexText';
import { runGit } from '../../../history/node/git/git';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf } from '../../../system/pure/fields';
import { FileUnreadableError } from '../../../system/pure/files';
import { fileOfId, type Gold } from '../../pure/eval/gold';
import { goldOfPatch } from '../../pure/eval/goldOfPatch';
import { cloneOf, commitIn } from '../batches/codeFolders';
import { type Instance, readInstances } from '../batches/instances';

/** An issue with the places of the developers' fix. */
export interface FixedIssue {
	readonly instance: Instance;
	readonly gold: Gold;
	/** The developers' unified diff; '' if only the gold is known. */
	readonly patch: string;
	readonly language?: string;
}

export interface FixedIssuesRequest {
	/** A file as `readInstances` reads it, with `patch` or `gold` and perhaps `language` in each row. */
	readonly file: string;
	/** The folder with the clones. */
	readonly clones: string | undefined;
	/** A repository or an id: the others are left out. */
	readonly only: string | undefined;
	readonly parsing: Parsing;
}

/** Throws `UserError`, which names the issue. */
export async function readFixedIssues({ file, clones, only, parsing }: FixedIssuesRequest): Promise<FixedIssue[]> {
	const all = readInstances(file);
	const instances = all.filter(each => only === undefined || [each.id, nameOf(each)].includes(only));
	if (instances.length === 0) {
		throw new UserError(`${file} contains no issue and no repository called ${only}: give one that it contains.`);
	}
	const issues: FixedIssue[] = [];
	for (const instance of instances) {
		const { row, id } = instance;
		const patch = typeof row.patch === 'string' ? row.patch : '';
		try {
			const gold = row.gold === undefined ? await deriveGold(instance, patch, clones, parsing) : readGold(row.gold);
			const language = typeof row.language === 'string' ? row.language : undefined;
			issues.push({ instance, gold, patch, ...(language !== undefined && { language }) });
		} catch (error) {
			throw error instanceof UserError ? new UserError(`${id}: ${errorText(error)}`) : error;
		}
	}
	return issues;
}

/** `owner/name`, or the folder. */
export function nameOf({ code }: Instance): string {
	return 'folder' in code ? code.folder : code.repo;
}

/** Rows that `readFixedIssues` reads again with the same result. */
export function rowOf({ instance, gold, patch, language }: FixedIssue): object {
	const { id, issue, code } = instance;
	const where = 'folder' in code ? code : { repo: code.repo, base_commit: code.commit };
	const { files, modules, functions, classes, added, countsFunctions } = gold;
	return {
		...{ id, issue, ...where, patch },
		...(language !== undefined && { language }),
		gold: { files, modules, functions, classes, newly_added: added, function_metric: countsFunctions },
	};
}

async function deriveGold(
	instance: Instance,
	patch: string,
	clones: string | undefined,
	parsing: Parsing,
): Promise<Gold> {
	if (patch.trim() === '') {
		throw new UserError('it has neither "patch" nor "gold": add one of them, so that it is known where the bug was.');
	}
	return goldOfPatch(patch, await textsOf(instance, clones), parsing);
}

/** Reads files of the code before the fix. */
async function textsOf(
	{ code }: Instance,
	clones: string | undefined,
): Promise<(path: string) => Promise<string | undefined>> {
	if ('folder' in code) {
		const files = new DiskFiles([{ name: '', dir: code.folder }], {});
		return async path => {
			try {
				return await files.readText(path);
			} catch (error) {
				if (error instanceof FileUnreadableError && error.reason === 'missing') {
					return undefined;
				}
				throw error instanceof FileUnreadableError ? new UserError(error.message) : error;
			}
		};
	}
	const clone = cloneOf(clones, code.repo);
	const id = await commitIn(clone, code);
	return async path => {
		const [, type, blob = ''] = (await runGit(clone, ['ls-tree', id, '--', path])).toString('utf8').split(/\s/);
		return type === 'blob' ? (await runGit(clone, ['cat-file', 'blob', blob])).toString('utf8') : undefined;
	};
}

function readGold(value: unknown): Gold {
	const given = fieldsOf(value);
	const list = (name: string, ifAbsent?: readonly string[]): readonly string[] => {
		const items = given[name] ?? ifAbsent;
		if (!Array.isArray(items) || items.some(item => typeof item !== 'string')) {
			throw new UserError(`"${name}" of its "gold" is not a list of texts.`);
		}
		return items as readonly string[];
	};
	const [functions, classes] = [list('functions', []), list('classes', list('class_level', []))];
	const modules = list('modules', []);
	return {
		...{ files: list('files', [...new Set([...functions, ...modules].map(fileOfId))]), modules, functions, classes },
		added: list('newly_added', []),
		countsFunctions: given.function_metric === undefined ? functions.length > 0 : given.function_metric === true,
	};
}
