import { scriptFile } from '../../../code/pure/languages/reproducerData';
import type { Workspace } from '../../../history/pure/workspace';
import type { FixActions } from '../../../models/pure/tools/tool';
import { issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import type { ReproducerWritten } from '../../../runs/pure/events/runEvent';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { resultOf } from '../../../runs/pure/fold/runTree';
import type { Patch, PatchFaults } from '../../../runs/pure/model/patch';
import { placeName } from '../../../runs/pure/model/placeText';
import type { Reproducer, ReproducerRun } from '../../../runs/pure/model/reproducer';
import { shortened } from '../../../runs/pure/model/shortened';
import { lastName, type Place } from '../../../runs/pure/model/symbol';
import type { ValidationRun } from '../../../runs/pure/model/testing/validation';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import { isCutOutput } from '../../../sandbox/pure/execution/patchedCopy';
import { ProgramMissingError } from '../../../system/pure/errors/programMissingError';
import { UserError } from '../../../system/pure/errors/userError';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { traceText } from '../../../testing/pure/callTrace/traceText';
import { nearestTests } from '../../../testing/pure/nearest/nearestTests';
import { type FixEvidence, shownBug } from '../../evidence/fixEvidence';
import type { Verdict } from '../../evidence/judging';
import { faultsText } from '../../stages/patch/faultsText';
import { MissingModuleError } from '../../stages/reproduce/missingModule';
import { notShownText } from '../../stages/reproduce/notShown/notShownText';
import { reproducerLanguages } from '../../stages/reproduce/reproducerLanguages';
import { commandLine, usableWays } from '../../stages/reproduce/usableWays';
import { outputText } from '../../stages/review/reviewPatch';
import { testCode } from '../../stages/validate/testCode';
import { brokenTestsText } from '../../stages/validate/validationTexts';
import type { TreeContext } from '../branching/treeContext';
import { endsPath, submitKey } from '../branching/treeTurns';
import { changedLocations } from '../changes/changedLocations';
import { changedFiles, type Submitted, submitChanges } from '../changes/submissions';
import type { TreeBench } from '../changes/treeBench';
import accepted from './accepted.md';
import again from './again.md';
import { isSmall } from './fixTools';
import judged from './judged.md';
import reproduced from './reproduced.md';

interface TurnActionsDeps {
	readonly bench: TreeBench;
	readonly evidence: FixEvidence;
}

const withoutProgram = 'No program shows the bug: one would let a run decide.';
/** So many test files are run at most. */
const mostFiles = 12;
/** Characters of a trace: about 6,000 tokens. */
const longestTrace = 18_000;
/** So many names of tests are listed. */
const mostNames = 10;

/** The steps of a fix in one turn of its agent, recorded at the turn's node. */
export class TurnActions implements FixActions {
	private hasSubmitted = false;

	constructor(
		private readonly context: TreeContext,
		private readonly turn: string,
		private readonly deps: TurnActionsDeps,
	) {}

	/** Without the files that are hidden from models. */
	private get workspace(): Workspace {
		return this.deps.evidence.context.workspace;
	}

	writeReproducer(program: { readonly text: string; readonly language: string }): Promise<ToolAnswer> {
		return this.answered(() => this.reproduce(program), 'Not reproduced. ');
	}

	nearestTests(place: { readonly path: string; readonly name: string }): Promise<ToolAnswer> {
		return this.answered(() => this.runNear(place));
	}

	traceRun(name: string): Promise<ToolAnswer> {
		return this.answered(async () => {
			const { bench, evidence } = this.deps;
			const shown = shownBug(fixOf(this.context.log.run));
			if (shown === undefined || evidence.runs === undefined) {
				return refused('No program shows the bug yet: write one first.');
			}
			const diff = await bench.workbench.diff();
			const wanted = name === '' ? undefined : name;
			const { report, textOf } = await evidence.runs.calls(shown.reproducer, diff === '' ? undefined : { diff }, {
				wanted,
				spectrum: this.context.log.run.spectrum,
			});
			const text = traceText(report, textOf, wanted);
			return { ok: true, text: shortened(text, longestTrace), places: [] };
		});
	}

	submit(): Promise<ToolAnswer> {
		return this.answered(async () => {
			const { bench, evidence } = this.deps;
			if (this.hasSubmitted) {
				return refused('You have submitted in this answer already.');
			}
			this.hasSubmitted = true;
			const { judging } = evidence;
			const submission = { bench, judging, key: submitKey, exit: 'submitted', isNow: true } as const;
			return this.verdictAnswer(await submitChanges(this.context, this.turn, submission));
		});
	}

	private async reproduce({ text, language }: { readonly text: string; readonly language: string }) {
		const { log } = this.context;
		const { bench, evidence } = this.deps;
		const { runs } = evidence;
		const languages = reproducerLanguages(this.workspace);
		const named = languages.find(({ id, name }) => [id, name.toLowerCase()].includes(language.toLowerCase()));
		const chosen = named ?? languages[0];
		if (runs === undefined || chosen === undefined) {
			return refused('No program can be run here: continue without a reproducer.');
		}
		const file = scriptFile(chosen.data, text);
		const { reproducer } = await log.step(
			this.turn,
			'keep the reproducer',
			{ language: chosen.id, text },
			async (): Promise<ReproducerWritten> => ({
				type: 'reproducerWritten',
				reproducer: { id: log.newId('t'), language: chosen.id, file, text },
			}),
		);
		const ran = await runs.run(this.turn, reproducer);
		await bench.workbench.write(file, text, 'keptReproducer');
		return ran.verdict === 'reproduced'
			? { ok: true, text: await this.reproducedText(reproducer, ran), places: [] }
			: refused(`Not reproduced. ${ran.why}\n\n${await notShownText(ran, this.workspace.files, again.trim())}`);
	}

	private async reproducedText(reproducer: Reproducer, ran: ReproducerRun): Promise<string> {
		const { execution } = this.deps.evidence.context;
		const language = reproducerLanguages(this.workspace).find(({ id }) => id === reproducer.language);
		const [way] = language ? await usableWays(this.workspace.files, language.data, execution?.interpreters) : [];
		// A small model has no tool that runs a command.
		const line = way === undefined || isSmall(this.deps.evidence.context) ? '' : commandLine(way, reproducer.file);
		return fillTemplate(reproduced, {
			file: reproducer.file,
			command: line === '' ? '' : `: \`${line}\` runs it`,
			why: ran.why,
			output: outputText(ran),
			called: await this.deps.evidence.calledText(this.turn, { reproducer, ran }),
		}).trimEnd();
	}

	private async runNear({ path, name }: { readonly path: string; readonly name: string }): Promise<ToolAnswer> {
		const { bench, evidence } = this.deps;
		const { workspace } = this;
		const { changed } = await changedFiles(await bench.workbench.diff(), bench.workbench.workspace);
		const places = path === '' ? this.reported() : [{ path, names: name === '' ? [] : [lastName(name)] }];
		const isOfChanges = path === '' && changed.length > 0;
		if (places.length === 0 && !isOfChanges) {
			return refused('Nothing is changed or reported yet: name a file.');
		}
		const { signal } = this.context.stageDeps.agent;
		const text = issueAsSent(this.context.log.run);
		const files = isOfChanges
			? await evidence.judging.nearestTo(changed)
			: (await nearestTests(workspace, { places, text }, { most: mostFiles, signal })).map(each => each.path);
		if (files.length === 0) {
			return refused('No test file is near to it.');
		}
		const shown = files.filter(each => workspace.index.file(each) !== undefined);
		const patch = changed.length === 0 ? undefined : { id: '', diff: printDiff(changed), files: changed };
		const ran = await evidence.judging.testsIn(files, patch);
		return ran === undefined
			? refused('The tests of this project are not run here.')
			: { ok: true, text: `${await this.testsText(ran)}\n\nThey are in ${shown.join(', ')}.`, places: [] };
	}

	private reported() {
		const { locations } = resultOf(this.context.log.run, this.turn);
		return locations.map(({ file, method }) => ({ path: file, names: method === undefined ? [] : [lastName(method)] }));
	}

	private async testsText(ran: ValidationRun): Promise<string> {
		const { why, verdict, tests } = ran;
		const fixed = tests?.fixed.names.slice(0, mostNames) ?? [];
		return [
			why,
			...(hasRun(tests) ? [] : [outputText(ran)]),
			...(fixed.length > 0 ? [`Turned green: ${fixed.join(', ')}.`] : []),
			...(verdict === 'failed' && ran.patch !== undefined ? [brokenTestsText(ran, await this.codeOfBroken(ran))] : []),
		].join('\n\n');
	}

	private codeOfBroken({ tests }: ValidationRun): Promise<string> {
		const names = tests?.broken.map(({ id }) => id) ?? [];
		return testCode(names, this.workspace);
	}

	private async verdictAnswer(submitted: Submitted): Promise<ToolAnswer> {
		const isEnd = endsPath(this.context.log.run, this.turn, this.context.options);
		switch (submitted.kind) {
			case 'empty':
				return refused('Nothing is changed: there is nothing to submit. Change the code first.');
			case 'failed':
				return refused('The changes cannot be submitted: see the notes of the run.');
			case 'known':
				return submitted.isAccepted
					? { ok: true, text: accepted.trim(), places: [] }
					: refused('These changes were submitted before, and what was found then still holds.');
			case 'judged': {
				const { isPatchRight, isTestRight, faults, testAnalysis } = submitted.verdict;
				if (isPatchRight && isTestRight) {
					return { ok: true, text: accepted.trim(), places: [] };
				}
				const wrongTest = isTestRight ? '' : `The reviewer rejects the reproducer. ${testAnalysis}`;
				return refused(
					fillTemplate(judged, {
						summary: refusalText(submitted.verdict),
						ran: [submitted.verdict.ran, this.shownProgram() === undefined ? withoutProgram : '']
							.filter(each => each !== '')
							.join(' '),
						faults: [
							wrongTest,
							faultsText(faults, this.shownProgram()),
							await this.whyStillRed(faults, submitted.patch),
						]
							.filter(each => each !== '')
							.join('\n\n'),
						next: isEnd ? '' : 'Your changes are still in your copy: improve them, and submit again.',
					}).trimEnd(),
				);
			}
		}
	}

	/** The findings of the reproducer's runs about a patch with which it still fails; '' if there are none. */
	private async whyStillRed({ output }: PatchFaults, patch: Patch): Promise<string> {
		const fix = fixOf(this.context.log.run);
		const shown = shownBug(fix);
		if (output === undefined || shown === undefined) {
			return '';
		}
		const after = fix.reproducerRuns.findLast(ran => ran.patch === patch.id && ran.reproducer === shown.reproducer.id);
		const isWhole = !isCutOutput(output);
		const isSame = isWhole && after !== undefined && outputText(after) === outputText(shown.ran);
		const executed = await this.deps.evidence.wholeTraceOf(shown);
		const changed = changedLocations(patch.files, this.workspace, this.turn).filter(
			({ method }) => method !== undefined,
		);
		const isCalled = ({ file, startLine }: Place) =>
			executed.some(each => each.file === file && each.startLine === startLine);
		const isUnreached = executed.length > 0 && changed.length > 0 && !changed.some(isCalled);
		const names = changed.map(placeName).join(', ');
		return [
			...(isSame ? ['Its output is the same as without your changes.'] : []),
			...(isUnreached
				? [
						`As far as its calls were recorded, apart from imports, it calls none of the functions that you changed: ${names}.`,
					]
				: []),
		].join(' ');
	}

	private shownProgram(): string | undefined {
		return shownBug(fixOf(this.context.log.run))?.reproducer.text;
	}

	/** What only the user or the model can correct is an answer. */
	private async answered(make: () => Promise<ToolAnswer>, what = ''): Promise<ToolAnswer> {
		try {
			return await make();
		} catch (error) {
			this.context.stageDeps.agent.signal.throwIfAborted();
			const isMissing = error instanceof ProgramMissingError || error instanceof MissingModuleError;
			if (isMissing) {
				await this.context.log.once(this.turn, { type: 'noted', text: error.message, cures: error.cures });
			}
			if (isMissing || error instanceof UserError) {
				return refused(`${what}${error.message}`);
			}
			throw error;
		}
	}
}

function hasRun(tests: ValidationRun['tests']): boolean {
	return tests !== undefined && tests.nPassed + tests.nBroken + tests.failing.n + tests.fixed.n > 0;
}

/** In a few words, which the user reads as well. */
function refusalText({ faults, isTestRight }: Verdict): string {
	const { crash, output, tests, review } = faults;
	const whys = [
		...(isTestRight ? [] : ['the reviewer rejects the reproducer']),
		...(crash === undefined ? [] : ['the project does not build or crashes']),
		...(output === undefined ? [] : ['the reproducer still fails']),
		...(tests === undefined ? [] : ['tests turn red']),
		...(review === undefined ? [] : ['the reviewer rejects it']),
	];
	return `Not accepted: ${whys.join(', ')}.`;
}

function refused(text: string): ToolAnswer {
	return { ok: false, text, places: [] };
}
