import { createHash } from 'node:crypto';
import { type MeasuredFailure, readMeasured } from './measured';
import { inProject, type Ranks, ranksOf } from './rankings';

/** The weights were chosen on one half of the failures; the other half is held out. */
const seed = '20261130';

function isTuning({ project, id }: Pick<MeasuredFailure, 'project' | 'id'>): boolean {
	const hash = createHash('sha256').update(`${seed}${project}${id}`).digest();
	return (hash.at(-1) ?? 0) % 2 === 0;
}

interface RankedFailure extends Pick<MeasuredFailure, 'project' | 'id'> {
	readonly ranks: Ranks;
}

/** Prints the rank of the cause by each ranking, for each failure and in sum. */
export async function printRanks(out: string, projectsFolder: string): Promise<void> {
	const ranked: RankedFailure[] = [];
	for (const failure of readMeasured(out)) {
		const ranks = await inProject(failure, projectsFolder, (workspace, textOf) => ranksOf(failure, workspace, textOf));
		const { project, id } = failure;
		ranked.push({ project, id, ranks });
		const shown = Object.entries(ranks).map(([name, rank]) => `${name} ${rank || '-'}`);
		console.log(`${isTuning(failure) ? 'tuning ' : 'held   '} ${project} ${id}: ${shown.join(' | ')}`);
	}
	const projects = [...new Set(ranked.map(({ project }) => project))];
	const mutants = ranked.filter(({ project }) => project !== 'cases');
	const parts: readonly (readonly [string, readonly RankedFailure[]])[] = [
		...projects.map(name => [name, ranked.filter(({ project }) => project === name)] as const),
		['mutants', mutants],
		['mutants, tuning', mutants.filter(isTuning)],
		['mutants, held out', mutants.filter(each => !isTuning(each))],
		['cases, tuning', ranked.filter(each => each.project === 'cases' && isTuning(each))],
		['cases, held out', ranked.filter(each => each.project === 'cases' && !isTuning(each))],
	];
	console.log('\nfirst, in the first 3, in the first 5:');
	for (const [name, part] of parts) {
		console.log(`${name} (${part.length}): ${sums(part)}`);
	}
}

function sums(part: readonly RankedFailure[]): string {
	const names = Object.keys(part[0]?.ranks ?? {});
	return names
		.map(name => {
			const within = (k: number) =>
				part.filter(({ ranks }) => (ranks[name] ?? 0) >= 1 && (ranks[name] ?? 0) <= k).length;
			return `${name} ${within(1)} ${within(3)} ${within(5)}`;
		})
		.join(' | ');
}
