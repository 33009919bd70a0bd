import { placeOfSymbol } from '../../../../../code/pure/search/foundPlace';
import type { Workspace } from '../../../../../history/pure/workspace';
import { bestFirst, RankFusion } from '../../../../../localizer/pure/ranking/rankFusion';
import type { RunLog } from '../../../../../runs/pure/log/runLog';
import { type BugLocation, type Evidence, emptyRanking, type Ranking } from '../../../../../runs/pure/model/location';
import { counted } from '../../../../../system/pure/text/counted';
import type { EmbeddedFindings } from '../../agent/embeddedFindings';
import type { ReachedFunction, Reason } from './reachedCode';

interface NamingInput {
	/** Best first. */
	readonly reached: readonly ReachedFunction[];
	readonly embedded: EmbeddedFindings;
	readonly workspace: Workspace;
}

const limits = { locations: 10, reached: 200, evidence: 3 };
/** Reached code counts like this many lists, since the search for it begins where the program failed. */
const reachedWeight = 2;
/** Locations behind this many are less likely. */
const nLikely = 5;

/** Names the code the investigation reached and the embedded localizer's suspects, by both ranks. Returns the node. */
export async function nameReached(log: RunLog, after: string, input: NamingInput): Promise<string> {
	const reached = input.reached.slice(0, limits.reached);
	const scores = joined(input.embedded.ranking.functions, reached);
	const all = [...scores.keys()];
	const { dismissed } = log.run;
	const locations = all
		.flatMap(id => locationOf(id, { ...input, reached }))
		.filter(({ id }) => !dismissed.includes(id))
		.slice(0, limits.locations)
		.map((location, at) => ({
			...location,
			score: rounded(scores, location),
			...(at >= nLikely && { lessLikely: true as const }),
		}));
	const ranking = locations.length === 0 ? emptyRanking : joinedRanking(input.embedded.ranking, all, reached);
	const node = await log.open(after, { key: 'name locations', kind: 'round', title: 'Name the locations' });
	const weighed = `Joined ${counted(reached.length, 'function')} that the investigation reached with what the embedded localizer suspects.`;
	await log.once(node, { type: 'reasoned', text: weighed });
	await log.once(node, { type: 'locationsNamed', locations, ranking });
	const nFiles = new Set(locations.map(({ file }) => file)).size;
	await log.close(
		node,
		locations.length === 0
			? 'Named no location'
			: `Named ${counted(locations.length, 'location')} in ${counted(nFiles, 'file')}`,
	);
	return node;
}

/** Scores by id, best first: the fusion of both orders. */
function joined(
	embedded: readonly string[],
	reached: readonly Pick<ReachedFunction, 'id' | 'score'>[],
): Map<string, number> {
	const ids = [...new Set([...embedded, ...reached.map(({ id }) => id)])];
	const position = new Map(ids.map((id, at) => [id, at]));
	const ranks = new Float64Array(ids.length);
	const scores = new Float64Array(ids.length);
	for (const [rank, id] of embedded.entries()) {
		ranks[position.get(id) ?? 0] = 1 / (rank + 1);
	}
	for (const { id, score } of reached) {
		scores[position.get(id) ?? 0] = score;
	}
	const fused = new RankFusion(ids.length);
	fused.add([
		{ name: 'embedded', scores: ranks },
		{ name: 'reached', scores, weight: reachedWeight },
	]);
	const sums = fused.scores();
	return new Map(bestFirst(sums, ids.length).map(at => [ids[at] ?? '', sums[at] ?? 0]));
}

function joinedRanking(embedded: Ranking, functions: readonly string[], reached: readonly ReachedFunction[]): Ranking {
	const files = sums(reached, ({ symbol }) => symbol.file);
	const modules = sums(reached, ({ symbol, id }) =>
		symbol.container === '' ? id : `${symbol.file}:${symbol.container}`,
	);
	return {
		files: [...joined(embedded.files, files).keys()],
		modules: [...joined(embedded.modules, modules).keys()],
		functions,
	};
}

function sums(reached: readonly ReachedFunction[], nameOf: (each: ReachedFunction) => string) {
	const scores = new Map<string, number>();
	for (const each of reached) {
		const name = nameOf(each);
		scores.set(name, (scores.get(name) ?? 0) + each.score);
	}
	return [...scores].map(([id, score]) => ({ id, score }));
}

/**
 * The embedded localizer's entry for a function, with the reasons of the investigation; empty if neither names it.
 */
function locationOf(id: string, { reached, embedded, workspace }: NamingInput): BugLocation[] {
	const own = reached.find(each => each.id === id);
	const known = embedded.locations.find(location => location.id === id.replace(':', '#'));
	if (own === undefined) {
		return known === undefined ? [] : [unweighed(known)];
	}
	const reasons = own.reasons.map(reason => evidenceOf(reason, own));
	if (known !== undefined) {
		const isNew = ({ kind, text }: Evidence) => known.evidence.every(each => each.kind !== kind && each.text !== text);
		const more = reasons.filter(isNew);
		return [{ ...unweighed(known), evidence: [...known.evidence, ...more].slice(0, limits.evidence) }];
	}
	const lines = [...new Set(own.reasons.slice(0, limits.evidence).map(({ line }) => line))].sort((a, b) => a - b);
	const focus = lines.map(line => ({ startLine: line, endLine: line }));
	const place = placeOfSymbol(workspace.index, own.symbol);
	const evidence = reasons.slice(0, limits.evidence);
	return [{ id: id.replace(':', '#'), ...place, intendedBehavior: '', focus, score: 0, evidence }];
}

/** Reached code changes how likely a location is; the size of the change was not measured. */
function unweighed({ likelihood: _, contributions: __, ...location }: BugLocation): BugLocation {
	return location;
}

function evidenceOf({ kind, text, line, node }: Reason, { symbol }: ReachedFunction): Evidence {
	return { kind, text, node, codeLine: { file: symbol.file, line } };
}

function rounded(scores: ReadonlyMap<string, number>, { id }: BugLocation): number {
	return Math.round((scores.get(id.replace('#', ':')) ?? 0) * 1000) / 1000;
}
