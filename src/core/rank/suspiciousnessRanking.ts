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
	const suspected = filled(bestFirst(functions), model.functions.length);
	const order = [...suspected.filter(at => !dismissed.has(at)), ...suspected.filter(at => dismissed.has(at))];
	const units = order.flatMap(at => model.functions[at] ?? []);
	return {
		files: filled(bestFirst(files), model.files.length)
			.slice(0, limits.files)
			.flatMap(at => model.files[at] ?? []),
		modules: [...new Set(units.map(unit => unit.module))].slice(0, limits.modules),
		functions: units.slice(0, limits.functions).map(unit => unit.id),
	};
}

function filled(order: readonly number[], size: number): readonly number[] {
	const known = new Set(order);
	const rest = Array.from({ length: size }, (_, at) => at).filter(at => !known.has(at));
	return [...order, ...rest.slice(0, Math.max(0, least - order.length))];
}
