import type { Workspace } from '../../../history/pure/workspace';
import { rootNode } from '../../../runs/pure/fold/run';
import { nullRunStore } from '../../../runs/pure/log/nullRunStore';
import { RunLog } from '../../../runs/pure/log/runLog';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { Culprit } from '../../../runs/pure/model/culprit';
import type { Issue } from '../../../runs/pure/model/issue';
import type { BugLocation, ExecutedFunctionLine, Ranking } from '../../../runs/pure/model/location';
import { locateEmbedded } from './locateEmbedded';

export interface LocatedIssue {
	readonly issue: Issue;
	readonly brief: IssueBrief;
	readonly signal: AbortSignal;
	/** The functions that a failing program called, by a line of each. */
	readonly called?: readonly ExecutedFunctionLine[];
	/** The commit that broke it, if it was found. */
	readonly culprit?: Culprit;
}

/** The answer of the embedded localizer without its rounds, which are not part of any run. Throws the signal's reason. */
export async function locateAside(
	workspace: Workspace,
	{ issue, brief, signal, called, culprit }: LocatedIssue,
): Promise<{ readonly locations: readonly BugLocation[]; readonly ranking: Ranking }> {
	const log = RunLog.start(nullRunStore, { now: () => 0 }, 'embedded');
	const started = { runId: 'embedded', issue, engine: 'embedded', workspace: [], version: '' };
	await log.emit(rootNode, { type: 'runStarted', ...started });
	await log.emit(rootNode, { type: 'briefMade', brief });
	await (culprit && log.emit(rootNode, { type: 'culpritFound', culprit }));
	await locateEmbedded(log, rootNode, workspace, { signal, called });
	const { ranking, locations } = log.run.selected;
	return { ranking, locations: locations.map(withoutNodes) };
}

function withoutNodes(location: BugLocation): BugLocation {
	return { ...location, evidence: location.evidence.map(({ node: _node, ...evidence }) => evidence) };
}
