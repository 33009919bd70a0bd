import { DamagedIndexError } from '../../../code/pure/index/tables/damagedIndex';
import type { Run } from '../../../runs/pure/fold/run';
import { resultOf, subtreeOf } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { placeName } from '../../../runs/pure/model/placeText';
import { UserError } from '../../../system/pure/errors/userError';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import { inParallel } from '../../../system/pure/waiting/inParallel';
import { type LocateIssue, locateIssue } from '../../agent/locateIssue';
import type { AgentContext } from '../../agent/options';
import { rankingWith } from '../../stages/locate/agent/namedSuspects';
import { researchStyle } from '../../stages/locate/research/researchStyle';
import { searchableHistory } from '../../stages/locate/research/searchableHistory';
import { agreementOf } from './agreement';
import fromCallers from './fromCallers.md';
import fromHistory from './fromHistory.md';
import fromPattern from './fromPattern.md';
import fromStack from './fromStack.md';
import { researchBudget } from './researchBudget';

/** Most of what the trajectories are asked is the same. */
const temperature = 0.6;
const atOnce = 5;

/**
 * Code Researcher's analysis: independent trajectories side by side, each with a working memory of its own, whose
 * locations are then compared. All but the first begin at another end. More of them find more; more rounds in one hardly do. One that fails costs only itself.
 */
export const researchIssue: LocateIssue = async (log, start, context, known) => {
	const { options } = context;
	const { nTrajectories, maxRounds } = researchBudget(options);
	const own = { ...context, options: { ...options, maxRounds } };
	const hasHistory = await searchableHistory(log, context);
	const style = researchStyle({ memoryTokens: options.memoryTokens, temperature, hasHistory });
	const nodes: string[] = [];
	for (let number = 1; number <= nTrajectories; number++) {
		nodes.push(
			await log.open(start, { key: `trajectory ${number}`, kind: 'trajectory', title: `Trajectory ${number}` }),
		);
	}
	const beginnings = beginningsOf(log.run, hasHistory);
	const ends = new Map<string, string>();
	const failures: unknown[] = [];
	const search = async (node: string) => {
		try {
			const beginning = beginnings[nodes.indexOf(node) - 1];
			const clues = [...known.clues, ...(beginning === undefined ? [] : [beginning.trim()])];
			const end = await locateIssue(log, node, own, { knownAt: start, style, ...known, clues });
			ends.set(node, end);
			const isEmpty = resultOf(log.run, end).locations.length === 0;
			await log.close(node, trajectorySummary(log, node, end), isEmpty ? { kind: 'nothing' } : undefined);
		} catch (error) {
			failures.push(error);
			await noteFailure(log, node, { error, context });
		}
	};
	await inParallel(nodes, search, atOnce);
	const leaves = nodes.flatMap(node => ends.get(node) ?? []);
	if (leaves.length === 0) {
		throw failures[0];
	}
	return compare(log, leaves);
};

/** Where further trajectories begin, as prompts. */
function beginningsOf({ brief }: Run, hasHistory: boolean): readonly string[] {
	const { crashes = [], tracebacks = [] } = brief ?? {};
	const hasStack = crashes.length + tracebacks.length > 0;
	return [...(hasStack ? [fromStack] : []), fromPattern, ...(hasHistory ? [fromHistory] : []), fromCallers];
}

/** `Trajectory 2: suspects Request.prepare` */
function trajectorySummary({ run }: RunLog, node: string, end: string): string {
	const names = resultOf(run, end).locations.map(placeName);
	return `${run.nodes[node]?.title}: ${names.length === 0 ? 'no location' : `suspects ${listed([...new Set(names)], 3)}`}`;
}

/** A model that fails in one trajectory may answer in the others. */
async function noteFailure(
	log: RunLog,
	node: string,
	{ error, context: { signal } }: { readonly error: unknown; readonly context: AgentContext },
): Promise<void> {
	if (signal.aborted || !(error instanceof UserError) || error instanceof DamagedIndexError) {
		throw error;
	}
	await log.once(node, { type: 'noted', text: error.message, cures: error.cures });
	const next = 'Locate again if the other trajectories do not suffice.';
	await log.close(node, `${log.run.nodes[node]?.title}: failed`, { kind: 'failed', next });
}

/** Names the locations the trajectories agree on, after the one that the others confirm most. Returns the last node. */
async function compare(log: RunLog, leaves: readonly string[]): Promise<string> {
	const { run } = log;
	const below = new Set(subtreeOf(run, run.picked).map(({ id }) => id));
	const picked = leaves.filter(leaf => below.has(leaf));
	const results = (picked.length > 0 ? picked : leaves).map(leaf => resultOf(run, leaf));
	const agreement = agreementOf(results);
	const best = results.find(({ leaf }) => leaf === agreement?.leaf);
	if (agreement === undefined || best === undefined || results.length < 2) {
		return best?.leaf ?? leaves[0] ?? run.selected.leaf;
	}
	const node = await log.open(best.leaf, {
		...{ key: 'compare trajectories', kind: 'stage', phase: 'locate', title: 'Compare the trajectories' },
	});
	const locations = agreement.locations.map(({ location, nVotes }) => {
		const text = `Named in ${nVotes} of ${counted(results.length, 'trajectory', 'trajectories')}.`;
		return { ...location, evidence: [{ kind: 'model' as const, text, node }, ...location.evidence] };
	});
	await log.once(node, {
		...{ type: 'locationsNamed', locations, ranking: rankingWith(locations, best.ranking) },
		...(best.isProvisional && { provisional: true }),
	});
	const [first] = agreement.locations;
	const named = first === undefined ? '' : `: ${first.nVotes} name ${placeName(first.location)}`;
	await log.close(node, `Compared ${counted(results.length, 'trajectory', 'trajectories')}${named}`);
	return node;
}
