import { visibleWorkspace } from '../../history/pure/visible/visibleWorkspace';
import type { StageDeps } from '../../models/pure/requests/agentDeps';
import { readAiIgnore } from '../../outgoing/pure/gate/aiIgnore';
import { agreedIssue, issueAsSent } from '../../outgoing/pure/gate/issueAsSent';
import { rootNode } from '../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../runs/pure/fold/runFix';
import { nodesOf } from '../../runs/pure/fold/runTree';
import type { RunLog } from '../../runs/pure/log/runLog';
import type { ExecutedFunctionLine } from '../../runs/pure/model/location';
import type { CodeSymbol } from '../../runs/pure/model/symbol';
import type { Spectrum } from '../../runs/pure/model/testing/spectrum';
import { type ExecutedFunction, executedSymbols } from '../../sandbox/pure/execution/executedFunctions';
import { PatchedCopy } from '../../sandbox/pure/execution/patchedCopy';
import type { ModelContext } from '../context';
import { type EmbeddedFindings, embeddedFindings } from '../stages/locate/agent/embeddedFindings';
import { mostExecuted, ReproducerRuns } from '../stages/reproduce/reproducerRuns';
import type { SelectionDeps } from '../stages/select/selectPatches';
import { asideRunner, BesideSearch } from './besideSearch';
import { Judging, type ProjectTests } from './judging';
import { projectCommands, projectTests } from './projectEvidence';
import { calledFunctionsClue, executedLines, failureClue, type ShownBug } from './reproducerClues';
import { runSpectrum, spectrumKey } from './runSpectrum';
import { spectrumClue } from './spectrumClue';

/** What a fix knows by running programs, and what its patches are judged by. It sees only the files that the model may see. */
export class FixEvidence {
	readonly judging: Judging;
	/** Absent if nothing may be executed. */
	readonly runs: ReproducerRuns | undefined;
	private readonly copy: PatchedCopy | undefined;
	/** By reproducer, or of the user's failed test. */
	private readonly spectra = new Map<string, BesideSearch<Spectrum | undefined>>();

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

	/** How the user's failed test is reached, if there is one. */
	async knownOfTest(): Promise<{
		readonly clues: readonly string[];
		readonly called?: readonly ExecutedFunctionLine[];
	}> {
		const spectrum = await this.spectrumOf(undefined)?.result();
		const clues = spectrum === undefined ? [] : [await spectrumClue(spectrum, this.context.workspace)];
		return { clues, ...(spectrum && { called: executedLines([], spectrum) }) };
	}

	/** How a reproducer fails, and the functions that it calls; without one, what the user's failed test executes. */
	async clues(shown: ShownBug | undefined): Promise<readonly string[]> {
		const node = shown && this.nodeOf(shown);
		if (shown === undefined || node === undefined) {
			return (await this.knownOfTest()).clues;
		}
		const called = await this.calledText(node, shown);
		return [failureClue(shown), ...(called === '' ? [] : [called])];
	}

	/**
	 * What a reproducer executes and passing tests near to its functions do not: '' until it is measured, which begins now, and
	 * if that is not known.
	 */
	async measuredClue(): Promise<string> {
		const { run } = this.log;
		const shown = shownBug(fixOf(run));
		const measuring = shown && this.spectrumOf(shown);
		const isRecorded =
			run.spectrum !== undefined &&
			nodesOf(run).some(({ key, state }) => key === spectrumKey(shown?.reproducer.id) && state === 'closed');
		const spectrum = isRecorded ? await measuring?.result() : measuring?.known();
		return spectrum === undefined ? '' : spectrumClue(spectrum, this.context.workspace);
	}

	/** Whether something here can tell patches apart by execution. */
	tellsApart(): boolean {
		return (shownBug(fixOf(this.log.run)) ?? this.tests ?? projectCommands(this.context)) !== undefined;
	}

	/** The functions that a reproducer called, for its author; '' if they are not known. */
	async calledText(node: string, shown: ShownBug): Promise<string> {
		const executed = await this.calledBy(shown);
		if (executed.length === 0) {
			return '';
		}
		const { ranking } = await this.embedded(node, executedLines(executed, undefined));
		return calledFunctionsClue(executed, ranking);
	}

	/** The functions that a reproducer calls; none if that is not known. */
	private async calledBy(shown: ShownBug): Promise<readonly CodeSymbol[]> {
		return executedSymbols(await this.traced(shown), this.context.workspace);
	}

	/** The same; none either if only a part of the recording was kept. */
	async wholeTraceOf(shown: ShownBug): Promise<readonly CodeSymbol[]> {
		const traced = await this.traced(shown);
		return traced.length < mostExecuted ? executedSymbols(traced, this.context.workspace) : [];
	}

	private async traced(shown: ShownBug): Promise<readonly ExecutedFunction[]> {
		const node = this.nodeOf(shown);
		return (node === undefined ? undefined : await this.runs?.trace(node, shown.reproducer)) ?? [];
	}

	/** Begins to measure it, beside the search. Undefined if nothing fails yet, or no tests may be run. */
	private spectrumOf(shown: ShownBug | undefined): BesideSearch<Spectrum | undefined> | undefined {
		const { execution, workspace, signal } = this.context;
		const { run } = this.log;
		const { test } = run.issue.source;
		if (execution === undefined || execution.skipsTests === true || (shown ?? test) === undefined) {
			return undefined;
		}
		const key = spectrumKey(shown?.reproducer.id);
		const known = this.spectra.get(key);
		if (known !== undefined) {
			return known;
		}
		const { checkouts } = execution;
		const own = { ...execution, runner: asideRunner(execution.runner) };
		const measuring = new BesideSearch({ checkouts, name: `${run.id} spectrum`, signal }, async place => {
			const runs = new ReproducerRuns(this.log, workspace, { execution: own, ...place });
			const node = shown && this.nodeOf(shown);
			const called = shown && executedLines(await this.calledBy(shown), undefined);
			const suspects = async () => (await this.embedded(node ?? rootNode, called)).locations;
			const deps = { execution: own, workspace, text: issueAsSent(run), runs, ...place, runSignal: signal };
			return runSpectrum(this.log, { shown, test, suspects }, deps);
		});
		this.spectra.set(key, measuring);
		measuring.start();
		return measuring;
	}

	/** The node in which a reproducer was written. */
	private nodeOf({ reproducer }: ShownBug): string | undefined {
		return nodesOf(this.log.run).find(({ reproducers }) => reproducers.some(({ id }) => id === reproducer.id))?.id;
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
		for (const measuring of this.spectra.values()) {
			await measuring.stop();
		}
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
