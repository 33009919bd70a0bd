import { UserError } from '../../../system/pure/errors/userError';
import { BatchFolder, type InstanceResult } from './batchFolder';
import { type BatchSettings, differenceOf } from './batchSettings';

/** The results of one batch from all its folders, one for each issue. */
export interface MergedBatch {
	readonly goal: BatchSettings['goal'];
	/** Of the first folder. */
	readonly settings: BatchSettings;
	/** By id. */
	readonly results: readonly InstanceResult[];
	/** Ids of issues without a result, in order. */
	readonly missing: readonly string[];
	/** Paths of result files that cannot be read. */
	readonly damaged: readonly string[];
	/** Results of issues that another folder has, too. */
	readonly nRepeated: number;
}

/**
 * Merges the folders of a batch. Of several results of an issue, one that is done counts, else the first. Throws
 * `UserError` if results were made with other settings or for other issues, unless `isMixed`, and always if some locate
 * and others fix.
 */
export async function mergeBatches(paths: readonly string[], isMixed: boolean): Promise<MergedBatch> {
	const folders = await Promise.all(paths.map(path => BatchFolder.find(path)));
	const [first] = folders;
	if (first === undefined) {
		throw new Error('there is a folder to merge');
	}
	folders.forEach(folder => {
		requireSame(folder, first, isMixed);
	});
	const results = new Map<string, InstanceResult>();
	const damaged: string[] = [];
	let nRepeated = 0;
	for (const folder of folders) {
		for (const { name, result } of await folder.results()) {
			if (result === 'damaged') {
				damaged.push(`${folder.path}/results/${name}`);
				continue;
			}
			requireOwn(result, folder, isMixed);
			const other = results.get(name);
			nRepeated += other === undefined ? 0 : 1;
			if (other === undefined || (other.state === 'failed' && result.state === 'done')) {
				results.set(name, result);
			}
		}
	}
	const wanted = new Set(folders.flatMap(({ settings }) => Object.keys(settings.instances)));
	const found = new Set([...results.values()].map(({ instance_id: id }) => id));
	return {
		...{ goal: first.settings.goal, settings: first.settings, damaged, nRepeated },
		results: [...results.values()].sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1)),
		missing: [...wanted].filter(id => !found.has(id)).sort(),
	};
}

function requireSame(folder: BatchFolder, first: BatchFolder, isMixed: boolean): void {
	if (folder.settings.goal !== first.settings.goal) {
		throw new UserError(
			`${first.path} has results of ${first.settings.goal}, ${folder.path} of ${folder.settings.goal}.`,
		);
	}
	const difference = differenceOf(folder.settings, first.settings);
	if (difference !== undefined && !isMixed) {
		throw new UserError(
			`${folder.path} was made with other settings than ${first.path} (${difference}): add --mixed to merge them all the same.`,
		);
	}
}

function requireOwn({ instance_id: id, settings }: InstanceResult, folder: BatchFolder, isMixed: boolean): void {
	const isKnown = folder.settings.queue !== undefined || Object.hasOwn(folder.settings.instances, id);
	const isOwn = settings === folder.digest && isKnown;
	if (!isOwn && !isMixed) {
		throw new UserError(
			`${folder.path} contains a result of another batch, ${id}: remove it, or add --mixed to merge it all the same.`,
		);
	}
}

/** A line of a file of SWE-bench's predictions; of an issue without a patch it is empty. */
export interface Prediction {
	readonly instance_id: string;
	readonly model_name_or_path: string;
	/** A unified diff. */
	readonly model_patch: string;
}

/** Ranked locations, best first, in the form that LocAgent's evaluation reads. */
export interface LocatedPlaces {
	readonly instance_id: string;
	readonly model_name_or_path: string;
	readonly found_files: readonly string[];
	/** `path:Class`, or `path:function` for a top-level function. */
	readonly found_modules: readonly string[];
	/** `path:Class.method` or `path:function`. */
	readonly found_entities: readonly string[];
}

/** One for each result. `name`: the name under which they are evaluated. */
export function predictionsOf({ goal, results }: MergedBatch, name: string): readonly (Prediction | LocatedPlaces)[] {
	return results.map(({ instance_id, report }) => {
		const head = { instance_id, model_name_or_path: name };
		const { files = [], modules = [], functions = [] } = report?.ranking ?? {};
		return goal === 'fix'
			? { ...head, model_patch: report?.patches?.[0]?.diff ?? '' }
			: { ...head, found_files: files, found_modules: modules, found_entities: functions };
	});
}
