import { visibleWorkspace } from '../../../history/pure/visible/visibleWorkspace';
import type { StageDeps } from '../../../models/pure/requests/agentDeps';
import { readAiIgnore } from '../../../outgoing/pure/gate/aiIgnore';
import { agreedIssue, issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import { rootNode } from '../../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../../runs/pure/fold/runFix';
import { nodesOf } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { ExecutedFunctionLine } from '../../../runs/pure/model/location';
import type { Spectrum } from '../../../runs/pure/model/testing/spectrum';
import { executedSymbols } from '../../../sandbox/pure/execution/executedFunctions';
import { PatchedCopy } from '../../../sandbox/pure/execution/patchedCopy';
import { type EmbeddedFindings, embeddedFindings } from '../../stages/locate/agent/embeddedFindings';
import { ReproducerRuns } from '../../stages/reproduce/reproducerRuns';
import type { SelectionDeps } from '../../stages/select/selectPatches';
import type { ModelContext } from '../strategy';
import { Judging, type ProjectTests } from './judging';
import type { KnownBefore } from './locateIssue';
import { projectCommands, projectTests } from './projectEvidence';
import { calledFunctionsClue, executedLines, failureClue, type ShownBug } from './reproducerClues';
import { runSpectrum } from './runSpectrum';
import { spectrumClue } from './spectrumClue';

/** What a fix knows by running programs, and what its patches are judged by. It sees only the files that the model may see. */
export class FixEvidence {
	readonly judging: Judging;
	/** Absent if nothing may be executed. */
	readonly runs: ReproducerRuns | undefined;
	private readonly copy: PatchedCopy | undefined;

	private constructor(
		private readonly log: RunLog,
		readonly context: ModelContext,
		/** Absent if none are known, or they may not be run. */
		readonly tests: ProjectTests | undefined,
	) {
		const { execution, signal, workspace } = context;
		if (execution !== undefined) {
			const copy = new PatchedCopy(execution.checkouts, log.run.id, signal);
			this.copy = copy;
			this.runs = new ReproducerRuns(log, workspace, { execution, copy, signal });
		}
		const { copy, runs } = this;
		const commands = projectCommands(context);
		const known = { ...(tests && { tests }), ...(commands && { commands }) };
		this.judging = new Judging(log, context, copy && runs && { copy, runs, ...known });
	}

	static async create(log: RunLog, context: ModelContext): Promise<FixEvidence> {
		const workspace = visibleWorkspace(context.workspace, await readAiIgnore(context.workspace.files));
		return new FixEvidence(log, { ...context, workspace }, await projectTests(log, context));
	}

	/** For the next search: how a reproducer failed, and the code that it or the user's failed test executes. */
	async known(shown: ShownBug | undefined): Promise<KnownBefore> {
		const node = nodesOf(this.log.run).find(({ reproducers }) =>
			reproducers.some(({ id }) => id === shown?.reproducer.id),
		);
		if (shown === undefined || node === undefined) {
			const spectrum = await this.spectrum(rootNode, undefined);
			const clues = spectrum === undefined ? [] : [await spectrumClue(spectrum, this.context.workspace)];
			return { clues, ...(spectrum && { called: executedLines([], spectrum) }) };
		}
		const failure = failureClue(shown);
		const executed = executedSymbols((await this.runs?.trace(node.id, shown.reproducer)) ?? [], this.context.workspace);
		const spectrum = await this.spectrum(node.id, shown, executedLines(executed, undefined));
		const called = executedLines(executed, spectrum);
		if (called.length === 0) {
			return { clues: [failure] };
		}
		const clues = spectrum === undefined ? [] : [await spectrumClue(spectrum, this.context.workspace)];
		const { ranking } = await this.embedded(node.id, called);
		const functions = executed.length === 0 ? [] : [calledFunctionsClue(executed, ranking)];
		return { clues: [failure, ...clues, ...functions], called };
	}

	/** The functions that a reproducer called, for its author; '' if they are not known. */
	async calledText(node: string, { reproducer }: ShownBug): Promise<string> {
		const executed = executedSymbols((await this.runs?.trace(node, reproducer)) ?? [], this.context.workspace);
		if (executed.length === 0) {
			return '';
		}
		const { ranking } = await this.embedded(node, executedLines(executed, undefined));
		return calledFunctionsClue(executed, ranking);
	}

	/** `called`: by the reproducer. */
	private async spectrum(
		node: string,
		shown: ShownBug | undefined,
		called?: readonly ExecutedFunctionLine[],
	): Promise<Spectrum | undefined> {
		const { copy, runs } = this;
		const { execution, workspace, signal } = this.context;
		const { test } = this.log.run.issue.source;
		const isKnown = shown !== undefined || test !== undefined;
		const mayMeasure = isKnown && execution?.skipsTests !== true;
		const deps = mayMeasure &&
			execution &&
			copy &&
			runs && { execution, copy, runs, workspace, text: issueAsSent(this.log.run), signal };
		const suspects = async () => (await this.embedded(node, called)).locations;
		return deps ? runSpectrum(this.log, { shown, test, suspects }, deps) : undefined;
	}

	/** The embedded localizer's findings: the search that follows the node finds it recorded. */
	async embedded(node: string, called?: readonly ExecutedFunctionLine[]): Promise<EmbeddedFindings> {
		const { agent, workspace, signal } = this.context;
		const { issue: whole, brief } = this.log.run;
		if (brief === undefined) {
			throw new Error('a run has its brief before a reproducer is written');
		}
		const issue = agreedIssue(whole, brief.edited, agent.gate);
		const input = { issue, brief, signal, ...(called !== undefined && { called }) };
		return embeddedFindings(this.log, node, workspace, input);
	}

	/** The services needed to select a patch. */
	selection(mayVote: boolean): SelectionDeps {
		const { log, context } = this;
		const shown = shownBug(fixOf(log.run));
		const task = { issue: issueAsSent(log.run), ...(shown && { reproducer: shown.reproducer }) };
		return { log, ...context, ...(mayVote && { voting: { deps: this.stageDeps, task } }) };
	}

	/** Ends tasks that still run, and deletes the scratch copy. */
	async dispose(): Promise<void> {
		await this.judging.dispose();
		await this.copy?.dispose();
	}

	get stageDeps(): StageDeps {
		const { agent, workspace, signal } = this.context;
		return { log: this.log, agent, context: { workspace, signal } };
	}
}

/** The newest reproducer of a run that shows the bug, and that no review rejected. */
export function shownBug({ reproducers, reproducerRuns, reviews }: RunFix): ShownBug | undefined {
	const rejected = reviews.flatMap(({ reproducer, testCorrect }) => (testCorrect === false ? reproducer : []));
	const ran = reproducerRuns.findLast(
		each => each.patch === undefined && each.verdict === 'reproduced' && !rejected.includes(each.reproducer),
	);
	const reproducer = reproducers.find(({ id }) => id === ran?.reproducer);
	return ran === undefined || reproducer === undefined ? undefined : { reproducer, ran };
}
