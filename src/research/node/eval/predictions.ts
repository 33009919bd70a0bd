import { statSync } from 'node:fs';
import type { Ranking } from '../../../runs/pure/model/location';
import { UserError } from '../../../system/pure/errors/userError';
import { readNumberedRows } from '../batches/instances';
import { mergeBatches, predictionsOf } from '../batches/mergeBatches';

/** The spellings of each list: Faultline's own and LocAgent's. */
const spellings = {
	files: ['files', 'found_files'],
	modules: ['modules', 'found_modules'],
	functions: ['functions', 'found_entities'],
} as const;

/** More is never compared. */
const mostItems = 1000;

/** Rankings by id: of a file of predictions, or of the folder of an evaluation. Throws `UserError`, which names the line. */
export async function readRankings(path: string): Promise<ReadonlyMap<string, Ranking>> {
	const rows = statSync(path, { throwIfNoEntry: false })?.isDirectory()
		? predictionsOf(await mergeBatches([path], true), '').map(row => ({ row: { ...row }, where: path }))
		: readNumberedRows(path);
	const rankings = new Map<string, Ranking>();
	for (const { row, where } of rows) {
		const id = row.instance_id;
		if (typeof id !== 'string' || id === '') {
			throw new UserError(`${where} has no "instance_id".`);
		}
		if (rankings.has(id)) {
			throw new UserError(`${where} is about ${id}, as a line before: each issue needs one line.`);
		}
		rankings.set(id, rankingOf(row, where));
	}
	return rankings;
}

function rankingOf(row: Readonly<Record<string, unknown>>, where: string): Ranking {
	if (
		Object.values(spellings)
			.flat()
			.every(name => row[name] === undefined)
	) {
		throw new UserError(
			`${where} ranks nothing: it needs "files", "modules" and "functions", or LocAgent's "found_files", "found_modules" and "found_entities".`,
		);
	}
	const list = (names: readonly string[]) => {
		const name = names.find(each => row[each] !== undefined) ?? '';
		const items = row[name] ?? [];
		if (!Array.isArray(items) || items.some(item => typeof item !== 'string')) {
			throw new UserError(`${where}: "${name}" is not a list of texts.`);
		}
		return [...new Set(items as readonly string[])].slice(0, mostItems);
	};
	return { files: list(spellings.files), modules: list(spellings.modules), functions: list(spellings.functions) };
}
