import { placesShownWhole } from '../../../models/pure/loop/shownPlaces';
import { agreedLocations, issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import type { MemoryEntry } from '../../../runs/pure/fold/memory/memoryEntry';
import { workingMemoryOf } from '../../../runs/pure/fold/memory/workingMemory';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { pathTo, resultOf } from '../../../runs/pure/fold/runTree';
import type { NewNode, RunLog } from '../../../runs/pure/log/runLog';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import { placeName, placeText } from '../../../runs/pure/model/placeText';
import type { Reproducer } from '../../../runs/pure/model/reproducer';
import { ProgramMissingError } from '../../../system/pure/errors/programMissingError';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { codeForPatch } from '../../stages/patch/codeForPatch';
import { type FailedPatch, failedPatchText } from '../../stages/patch/faultsText';
import { type PatchTask, PatchWriter, type WrittenPatch } from '../../stages/patch/patchWriter';
import { synthesize } from '../../stages/patch/synthesis/synthesis';
import { locatedCode } from '../../stages/reproduce/locatedCode';
import { MissingModuleError } from '../../stages/reproduce/missingModule';
import { withoutOtherInputs } from '../../stages/reproduce/otherInputs';
import { projectFacts } from '../../stages/reproduce/project/projectFacts';
import { reproducerLanguages } from '../../stages/reproduce/reproducerLanguages';
import {
	type EarlierAttempt,
	type FailedReproducer,
	type ReproducerLanguage,
	type ReproducerTask,
	writeReproducer,
} from '../../stages/reproduce/writeReproducer';
import { preparePatch } from '../../stages/select/preparePatch';
import { type FixEvidence, shownBug } from './fixEvidence';
import type { Judging } from './judging';
import type { LocateIssue } from './locateIssue';
import relocate from './relocate.md';
import { failureClue, type ShownBug } from './reproducerClues';

/** The outcome of writing a reproducer. */
export interface Reproduction {
	/** The node that follows. */
	readonly at: string;
	readonly shown: ShownBug | undefined;
	/** Another attempt is of no use. */
	readonly isFinal: boolean;
}

/** The bug a patch is written for. */
export interface PatchOrder extends Pick<PatchTask, 'failures' | 'others' | 'temperature'> {
	/** Of the conversation to continue; a new one unless given. */
	readonly writer: PatchWriter | undefined;
	/** For a new conversation. */
	readonly shown: ShownBug | undefined;
}

export interface PatchStep {
	/** The node it was written in. */
	readonly at: string;
	/** Continues the conversation. */
	readonly writer: PatchWriter;
	readonly written: WrittenPatch | undefined;
}

/** For another answer than the most likely one: Agentless' temperature for its samples. */
const sampleTemperature = 0.8;
/** Code Researcher's, for a patch from a working memory. */
const researchTemperatures = [0, 0.3, 0.6];

/** The keys of nodes below which the bug is located again begin with it. */
export const locateAgainKey = 'locate again';
const reproduceKey = 'reproduce';

/**
 * The steps of a fix. Each is a node that follows the node `at`, and returns itself as the new `at`, so that a
 * candidate is a path of the run tree. A step that is in the log with its outcome is not repeated.
 */
export class FixSteps {
	constructor(
		private readonly log: RunLog,
		readonly evidence: FixEvidence,
		private readonly locate: LocateIssue,
	) {}

	get judging(): Judging {
		return this.evidence.judging;
	}

	/**
	 * A reproducer that shows the bug, or undefined, with the reason in the node's summary. Unless one failed, a reproducer
	 * of another branch serves as well.
	 */
	async reproduce(at: string, failures: readonly FailedReproducer[]): Promise<Reproduction> {
		const { runs } = this.evidence;
		if (runs === undefined) {
			return { at, shown: undefined, isFinal: true };
		}
		const known = failures.length === 0 && !this.isStarted(at) ? shownBug(fixOf(this.log.run)) : undefined;
		if (known !== undefined) {
			return { at, shown: known, isFinal: true };
		}
		const earlier = failures.length === 0 ? this.earlierAttempt(at) : undefined;
		const title = reproduceTitle(failures, earlier);
		const node = await this.open(at, { key: reproduceKey, phase: 'reproduce', title });
		const languages = reproducerLanguages(this.evidence.context.workspace);
		const task = {
			...{ node, issue: issueAsSent(this.log.run), failures, languages },
			...(await this.projectPrompts(node, languages)),
			...(earlier !== undefined && { earlier }),
		};
		const run = (reproducer: Reproducer) => runs.run(node, reproducer);
		const written = await writeReproducer(task, { ...this.evidence.stageDeps, run }).catch(error =>
			this.noteNotInstalled(node, error),
		);
		const isShown = 'reproducer' in written;
		await this.summarize(node, isShown ? `Reproduced: ${written.ran.why}` : `Not reproduced. ${written.why}`);
		return { at: node, shown: isShown ? written : undefined, isFinal: isShown || written.isFinal === true };
	}

	/** The attempt before the bug was located; undefined if this is the first. */
	private earlierAttempt(at: string): EarlierAttempt | undefined {
		const { run } = this.log;
		const node = pathTo(run, at).findLast(({ key }) => key === reproduceKey);
		const ran = node?.reproducerRuns.at(-1);
		const reproducer = node?.reproducers.find(({ id }) => id === ran?.reproducer);
		const [location] = resultOf(run, at).locations;
		const file = location && this.evidence.context.workspace.index.file(location.file);
		return (
			node && {
				language: file?.language,
				...(ran !== undefined && reproducer !== undefined && { tried: { reproducer, ran } }),
			}
		);
	}

	/** Recorded: files that are edited later do not change the questions that were asked. */
	private async projectPrompts(
		node: string,
		languages: readonly ReproducerLanguage[],
	): Promise<Pick<ReproducerTask, 'project' | 'located'>> {
		const { workspace } = this.evidence.context;
		const locations = agreedLocations(this.log.run, node);
		const suspects =
			locations.length > 0 ? locations.map(({ file }) => file) : (await this.evidence.embedded(node)).ranking.files;
		return this.log.value(node, 'project facts', { suspects }, async () => ({
			project: await projectFacts(workspace, { languages, suspects }),
			located: await locatedCode(workspace, locations),
		}));
	}

	/** A resumed run may reproduce a bug that could not be reproduced before. */
	private async summarize(node: string, summary: string): Promise<void> {
		const { state, summary: before } = this.log.run.nodes[node] ?? {};
		if (state === 'open' || before !== summary) {
			await this.log.emit(node, { type: 'nodeClosed', summary });
		}
	}

	/** A missing interpreter or module does not keep a patch from being written. */
	private async noteNotInstalled(
		node: string,
		error: unknown,
	): Promise<{ readonly why: string; readonly isFinal: true }> {
		if (!(error instanceof ProgramMissingError || error instanceof MissingModuleError)) {
			throw error;
		}
		const { message: why, cures } = error;
		await this.log.once(node, { type: 'noted', text: why, cures });
		return { why, isFinal: true };
	}

	/** The next patch of a conversation, or the first of a new one; none if the model gives none that can be applied. */
	async patch(at: string, what: Pick<NewNode, 'key' | 'title'>, order: PatchOrder): Promise<PatchStep> {
		const node = await this.open(at, { ...what, phase: 'patch' });
		const writer = order.writer ?? (await this.patchWriter(node, order));
		const written = await writer.write(node);
		await this.log.close(node, writtenText(written));
		return { at: node, writer, written };
	}

	/** The code is recorded: files that are edited later do not change the questions that were asked. */
	private async patchWriter(node: string, { shown, writer: _writer, ...order }: PatchOrder): Promise<PatchWriter> {
		const { workspace } = this.evidence.context;
		const { run } = this.log;
		const locations = agreedLocations(run, node);
		const calls = pathTo(run, node).flatMap(each => each.calls);
		const read = calls.flatMap(({ answer }) => (answer === undefined ? [] : placesShownWhole(answer)));
		const memory = openEntries(run, node);
		const isResearch = memory.length > 0;
		const places = { locations, read: isResearch ? [] : read };
		const code = await this.log.value(node, 'code for the patch', places, () => codeForPatch(workspace, places));
		const found = isResearch ? await this.synthesis(node, memory, code.slice(0, 1)) : [];
		const material = [...code, ...found, ...(shown === undefined ? [] : [failureClue(shown)])];
		const paths = (await workspace.files.list()).map(({ path }) => path);
		const prepare = (files: readonly PatchedFile[]) => preparePatch(files, paths);
		const program = shown && withoutOtherInputs(shown.reproducer.text);
		const task = {
			...order,
			asDefinitions: isResearch,
			issue: issueAsSent(run),
			locations,
			material,
			program,
			prepare,
		};
		return new PatchWriter(task, this.evidence.stageDeps);
	}

	/** Of the conversations of one candidate: the next one begins if one gives no patch that can be applied. */
	temperatures(at: string, isSample: boolean): readonly (number | undefined)[] {
		const isResearch = openEntries(this.log.run, at).length > 0;
		return isResearch && !isSample
			? researchTemperatures
			: [isSample ? sampleTemperature : undefined, sampleTemperature];
	}

	private synthesis(
		node: string,
		entries: readonly MemoryEntry[],
		located: readonly string[],
	): Promise<readonly string[]> {
		const { filtersMemory: filters } = this.evidence.context.options;
		const { notes } = workingMemoryOf(this.log.run, node);
		const issue = issueAsSent(this.log.run);
		return synthesize(node, this.evidence.stageDeps, { issue, located, entries, notes, filters });
	}

	/**
	 * Searches once more, for the candidate of this number, after wrong patches for the locations of the search that ended
	 * in `at`, as a branch that follows it. Returns the node it ended in; undefined if it names nothing.
	 */
	async locateAgain(
		{ at, number }: { readonly at: string; readonly number: number },
		failures: readonly FailedPatch[],
		shown: ShownBug | undefined,
	): Promise<string | undefined> {
		const title = 'Locate the bug again';
		const node = await this.open(at, { key: `${locateAgainKey} ${number}`, phase: 'locate', title });
		const places = agreedLocations(this.log.run, node).map(each => `- ${placeName(each)} in ${placeText(each)}`);
		const known = await this.evidence.known(shown);
		const clues = [
			...known.clues,
			fillTemplate(relocate, { places: places.join('\n') }),
			...failures.map(each => failedPatchText(each, shown && withoutOtherInputs(shown.reproducer.text))),
		];
		const end = await this.locate(this.log, node, this.evidence.context, { ...known, clues });
		const isNamed = resultOf(this.log.run, end).namedIn !== resultOf(this.log.run, node).namedIn;
		const why = `Searched again, as ${counted(failures.length, 'patch', 'patches')} were wrong`;
		await this.log.close(node, isNamed ? why : `${why}; nothing was named`);
		return isNamed ? end : undefined;
	}

	private async open(at: string, stage: Omit<NewNode, 'kind'>): Promise<string> {
		this.evidence.context.signal.throwIfAborted();
		return this.log.open(at, { kind: 'stage', ...stage });
	}

	private isStarted(at: string): boolean {
		const { nodes } = this.log.run;
		return nodes[at]?.children.some(child => nodes[child]?.key === reproduceKey) === true;
	}
}

function reproduceTitle(failures: readonly FailedReproducer[], earlier: EarlierAttempt | undefined): string {
	if (failures.length > 0) {
		return 'Write another reproducer';
	}
	return earlier === undefined ? 'Reproduce the issue' : 'Reproduce the issue with the located code';
}

function writtenText(written: WrittenPatch | undefined): string {
	if (written === undefined) {
		return 'No patch could be applied';
	}
	const { patch, isKnown } = written;
	return isKnown
		? 'Wrote the same patch as an earlier candidate'
		: `Wrote a patch of ${patch.files.map(({ path }) => path).join(', ')}`;
}

/** The entries a patch can be written from, if the search had a working memory. */
function openEntries(run: Run, node: string): readonly MemoryEntry[] {
	return workingMemoryOf(run, node).entries.filter(({ parts }) => parts.some(({ state }) => state === 'open'));
}
