import type { Ranking } from '../model/location';
import type { CodeModel } from './codeModel';
import { bestFirst } from './rankFusion';
import type { SuspiciousnessScores } from './suspiciousness';

const limits = { functions: 200, modules: 100, files: 100 };
/** Shorter lists are filled up with the rest of the workspace, in the order of paths. */
const least = 10;

/** All suspects, best first. Functions at the positions in `dismissed` come last, whatever their score. */
export function suspiciousnessRanking(
	model: CodeModel,
	{ functions, files }: SuspiciousnessScores,
	dismissed: ReadonlySet<number>,
): Ranking {
	const suspected = filled(bestFirst(functions), model.nFunctions);
	const order = [...suspected.filter(at => !dismissed.has(at)), ...suspected.filter(at => dismissed.has(at))];
	const modules = new Set<string>();
	for (let at = 0; at < order.length && modules.size < limits.modules; at++) {
		const unit = model.unit(order[at] ?? -1);
		if (unit !== undefined) {
			modules.add(unit.module);
		}
	}
	return {
		files: filled(bestFirst(files), model.files.length)
			.slice(0, limits.files)
			.flatMap(at => model.files[at] ?? []),
		modules: [...modules],
		functions: order.slice(0, limits.functions).flatMap(at => model.unit(at)?.id ?? []),
	};
}

function filled(order: readonly number[], size: number): readonly number[] {
	const known = new Set(order.slice(0, least));
	const rest: number[] = [];
	for (let at = 0; at < size && order.length + rest.length < least; at++) {
		if (!known.has(at)) {
			rest.push(at);
		}
	}
	return [...order, ...rest];
}
