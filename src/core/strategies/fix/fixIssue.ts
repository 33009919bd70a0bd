import type { Issue } from '../../model/issue';
import { type Run, rootNode } from '../../model/run';
import { makeBrief } from '../../rank/brief/makeBrief';
import type { RunLog } from '../../runLog';
import { agreedText } from '../../stages/locate/agent/agreedText';
import { locateWithModel } from '../../stages/locate/agent/locateWithModel';
import { rankPatches } from '../../stages/select/rankPatches';
import type { Workspace } from '../../workspace';
import { clueOf } from './clueOf';
import type { FixParts } from './fixParts';
import { FixSteps } from './fixSteps';
import { writeCandidates } from './writeCandidates';

/**
 * Locates the bug of an issue and writes patches for it, in AutoCodeRover's order: a reproducer first, whose failure is a
 * clue for the search; then the search; then patches, each judged by what the reproducer does before and after it, and by
 * the project's tests. A run that has its locations keeps them. Nothing of it is written to the workspace. Emits everything
 * between `indexed` and `runEnded`.
 */
export async function fixIssue(log: RunLog, workspace: Workspace, issue: Issue, parts: FixParts): Promise<void> {
	await agreedText(log, makeBrief(issue, workspace.parser.languages), parts);
	const steps = await FixSteps.open(log, workspace, parts);
	try {
		const shown = await steps.reproduce([]);
		const clues = shown === undefined ? [] : [clueOf(shown)];
		if (!isLocated(log.run)) {
			await locateWithModel(log, workspace, issue, { ...parts, clues, isAgreed: true });
		}
		if (log.run.locations.length > 0) {
			await writeCandidates(steps, shown, parts.nCandidates);
		}
	} finally {
		await steps.dispose();
	}
	await log.emit(rootNode, { type: 'patchesRanked', ranking: rankPatches(log.run.fix) });
}

/** Whether whoever locates said their last word, in the newest branch where there is one. */
function isLocated({ locations, isProvisional, namedIn, nodes }: Run): boolean {
	const branch = nodes.findLast(({ kind }) => kind === 'branch');
	const isOfBranch = branch === undefined || namedIn?.startsWith(`${branch.id}.`) === true;
	return locations.length > 0 && !isProvisional && isOfBranch;
}
