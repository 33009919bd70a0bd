import { placeText } from '../model/placeText';
import { patchCandidates } from '../model/run/patchCandidates';
import { type TakenHunks, takenText } from '../model/run/patchDecisions';
import { type PatchEvidence, patchEvidence } from '../model/run/patchEvidence';
import type { Run } from '../model/run/run';
import { fixOf } from '../model/run/runFix';
import { shortened } from '../model/shortened';
import { shownTestRuns } from '../model/testing/shownTestRuns';
import { OutgoingGate } from '../outgoing/outgoingGate';
import { agreedIssue, agreedLocations } from '../stages/locate/agent/issueAsSent';
import { codeSpan, fenced } from '../util/fenced';
import { shownLine, shownText } from '../util/shownText';
import { quietLine, quietMarkdown, quietMarkdownLine } from './githubText';

/** What a commit and a pull request say. No text in them notifies anyone, or closes another issue. */
export interface DeliveryText {
	/** One line. */
	readonly title: string;
	/** Markdown. */
	readonly body: string;
	/** The message of the commit. */
	readonly message: string;
}

/** What is handed on. */
export interface Delivered {
	readonly patches: readonly DeliveredPatch[];
	/** Paths whose accepted lines the user edited afterwards. */
	readonly edited: readonly string[];
	/** The number of the issue, where it is one of the same repository. */
	readonly closes?: number;
}

export interface DeliveredPatch {
	readonly id: string;
	readonly taken: TakenHunks;
}

const titleCharacters = 72;
const proseCharacters = 4_000;
const programCharacters = 20_000;

/**
 * Title, body and commit message from what the log knows: what was wrong, why the change fixes it, and the evidence. The
 * issue itself is quoted by its title only, and everything passes the gate.
 */
export function deliveryText(run: Run, delivered: Delivered): DeliveryText {
	const gate = new OutgoingGate();
	gate.learn(`${run.issue.title}\n${run.issue.body}`);
	const issue = agreedIssue(run.issue, run.brief?.edited, gate);
	const clean = (text: string) => gate.clean(text).text;
	const subject = shortened(quietLine(issue.title) || 'the located bug', titleCharacters - 'Fix: '.length);
	const title = clean(`Fix: ${subject}`);
	const closing = delivered.closes === undefined ? [] : [`Closes #${delivered.closes}`];
	const source = delivered.closes === undefined ? issueSource(run) : [];
	const body = [
		...closing,
		...source,
		...wrongText(run),
		...whyTexts(run, delivered),
		...evidenceTexts(run, delivered),
		...reproducerTexts(run, delivered),
		madeText(run, delivered),
	];
	const reasons = candidatesOf(run, delivered).flatMap(candidate => candidate.reasons.map(quietLine));
	const message = [title, ...(reasons.length === 0 ? [] : [reasons.join(' ')]), ...closing];
	return { title, body: clean(`${body.join('\n\n')}\n`), message: clean(`${message.join('\n\n')}\n`) };
}

function candidatesOf(run: Run, { patches }: Pick<Delivered, 'patches'>) {
	return patchCandidates(fixOf(run)).filter(({ patch }) => patches.some(({ id }) => id === patch.id));
}

/** An issue of another place is named as text: a reference would show up there. */
function issueSource({ issue: { source } }: Run): string[] {
	return source.kind === 'url' && source.ref !== undefined ? [`Issue: ${codeSpan(shownLine(source.ref))}`] : [];
}

function wrongText(run: Run): string[] {
	const patched = new Set(fixOf(run).patches.flatMap(({ files }) => files.map(({ path }) => path)));
	const locations = agreedLocations(run, run.selected.leaf);
	const location = locations.find(({ file }) => patched.has(file)) ?? locations[0];
	if (location === undefined) {
		return [];
	}
	const { intendedBehavior, evidence, file } = location;
	const focus = location.focus?.[0] ?? location;
	const why = intendedBehavior === '' ? evidence.slice(0, 2).map(({ text }) => text) : [intendedBehavior];
	const reason = why.length === 0 ? '' : `: ${quietMarkdownLine(shortened(why.join(' '), proseCharacters))}`;
	return ['### What was wrong', codeSpan(shownLine(placeText({ ...focus, file }))) + reason];
}

function whyTexts(run: Run, delivered: Delivered): string[] {
	const candidates = candidatesOf(run, delivered);
	const analyses = candidates.flatMap(({ review }) => (review?.patchCorrect === true ? [review.patchAnalysis] : []));
	const texts = analyses
		.filter(text => text.trim() !== '')
		.map(text => quietMarkdown(shortened(text, proseCharacters)));
	return texts.length === 0 ? [] : ['### Why this fixes it', ...texts];
}

function evidenceTexts(run: Run, delivered: Delivered): string[] {
	const rows = candidatesOf(run, delivered).flatMap(candidate => {
		const taken = delivered.patches.find(({ id }) => id === candidate.patch.id)?.taken;
		return taken === undefined ? [] : patchEvidence(candidate, taken, []).filter(({ label }) => label !== 'Decision');
	});
	const [tests] = shownTestRuns(run);
	const all: readonly Pick<PatchEvidence, 'label' | 'text'>[] = [
		...rows,
		...(tests === undefined ? [] : [{ label: 'Tests, run by the user', text: tests.text }]),
	];
	const table = all.map(
		({ label, text }) => `| ${quietMarkdownLine(label)} | ${quietMarkdownLine(shortened(text, proseCharacters))} |`,
	);
	const edited = delivered.edited.map(path => codeSpan(shownLine(path))).join(', ');
	const note = `The evidence is of the patch as it was written; what was accepted in ${edited} was edited afterwards.`;
	return [
		...(table.length === 0 ? [] : ['### Evidence', ['| | |', '|---|---|', ...table].join('\n')]),
		...(delivered.edited.length === 0 ? [] : [note]),
	];
}

function reproducerTexts(run: Run, delivered: Delivered): string[] {
	const [used] = candidatesOf(run, delivered).flatMap(({ after, before }) => after ?? before ?? []);
	const found = fixOf(run).reproducers.find(({ id }) => id === used?.reproducer);
	if (found === undefined) {
		return [];
	}
	const program = fenced(shownText(shortened(found.text, programCharacters)));
	const name = codeSpan(shownLine(found.file));
	return [`<details>\n<summary>The reproducer</summary>\n\n${name}\n\n${program}\n\n</details>`];
}

function madeText(run: Run, { patches }: Delivered): string {
	const texts = patches.map(({ taken }) => takenText(taken) ?? '').filter(text => text !== '');
	const accepted = texts.length === 0 ? '' : `; reviewed by the author of this pull request: ${texts.join(', ')}`;
	return `---\nWritten with Faultline (${quietMarkdownLine(run.engine)})${accepted}.`;
}
