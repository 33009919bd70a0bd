import type { Workspace } from '../../history/pure/workspace';
import { makeBrief } from '../../localizer/pure/brief/makeBrief';
import { OwnForm } from '../../localizer/pure/brief/ownForm';
import { agreedIssue } from '../../outgoing/pure/gate/issueAsSent';
import { OutgoingGate } from '../../outgoing/pure/gate/outgoingGate';
import { rootNode } from '../../runs/pure/fold/run';
import type { RunLog } from '../../runs/pure/log/runLog';
import { visibleFindings } from '../stages/locate/agent/embeddedFindings';

interface ProvisionalDeps {
	readonly workspace: Workspace;
	/** Of the run, if it has one. */
	readonly gate: OutgoingGate | undefined;
	readonly signal: AbortSignal;
}

/**
 * For a run whose model failed before it named anything: names the embedded localizer's findings as provisional
 * locations. If the run continues, the model is shown the same findings. Throws `UserError` if an ignore file cannot be
 * read, and the signal's reason.
 */
export async function nameProvisional(
	log: RunLog,
	{ workspace, gate = new OutgoingGate(), signal }: ProvisionalDeps,
): Promise<void> {
	if (log.run.selected.locations.length > 0) {
		return;
	}
	const { issue: asGiven, brief: known } = log.run;
	const issue = agreedIssue(asGiven, known?.edited, gate);
	const brief = known ?? makeBrief(issue, workspace.parser.languages, await OwnForm.of(workspace));
	if (known === undefined) {
		await log.emit(rootNode, { type: 'briefMade', brief });
	}
	const { locations, ranking } = await visibleFindings(log, rootNode, workspace, { issue, brief, signal });
	if (locations.length > 0) {
		const { leaf } = log.run.selected;
		await log.once(leaf, { type: 'locationsNamed', locations, ranking, provisional: true, embedded: true });
	}
}
