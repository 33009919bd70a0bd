import type { Issue } from '../../core/model/issue';
import type { BugLocation, Ranking } from '../../core/model/location';
import type { Run } from '../../core/model/run';
import type { RunNode } from '../../core/model/runNode';

/** What `locate --json` prints; the keys are a contract. */
export interface RunReport {
	readonly issue: Issue;
	readonly engine: string;
	/** Best first. */
	readonly locations: readonly Omit<BugLocation, 'id'>[];
	readonly ranking: Ranking;
	readonly rounds: readonly Pick<RunNode, 'id' | 'title' | 'summary' | 'reasoning' | 'calls'>[];
	/** The best so far: the model had not finished. */
	readonly provisional?: true;
	/** What models were asked for: nothing at all by the embedded localizer. */
	readonly usage: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
	/** Of a run that fixes: best first, with the reasons and the unified diff. */
	readonly patches?: readonly ReportedPatch[];
	readonly ms: number;
}

export interface ReportedPatch {
	readonly files: readonly string[];
	readonly reasons: readonly string[];
	readonly diff: string;
}

export function runReport(run: Run, ms: number): RunReport {
	return {
		issue: run.issue,
		engine: run.engine,
		locations: run.locations.map(({ id: _id, ...location }) => location),
		ranking: run.ranking,
		rounds: rounds(run).map(({ id, title, summary, reasoning, calls }) => ({
			id,
			title,
			...(summary !== undefined && { summary }),
			reasoning,
			calls,
		})),
		usage: { calls: run.nRequests, inputTokens: run.usage.inputTokens, outputTokens: run.usage.outputTokens },
		...(run.isProvisional && { provisional: true }),
		...(run.goal === 'fix' && { patches: patchesOf(run) }),
		ms,
	};
}

/** The nodes in which something was searched, in their order. */
export function rounds(run: Run): readonly RunNode[] {
	return run.nodes.filter(({ kind }) => kind === 'round');
}

function patchesOf({ fix }: Run): ReportedPatch[] {
	return fix.ranking.flatMap(({ patch, reasons }) => {
		const found = fix.patches.find(({ id }) => id === patch);
		return found === undefined ? [] : { files: found.files.map(({ path }) => path), reasons, diff: found.diff };
	});
}
