import { agreedIssue, agreedLocations } from '../../../outgoing/pure/gate/issueAsSent';
import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import { type TakenHunks, takenText } from '../../../runs/pure/events/patchDecisions';
import { type PatchCandidate, patchCandidates } from '../../../runs/pure/fold/patchCandidates';
import { type PatchEvidence, patchEvidence } from '../../../runs/pure/fold/patchEvidence';
import { proofText } from '../../../runs/pure/fold/patchProof';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../../runs/pure/fold/runFix';
import { shownTestRuns } from '../../../runs/pure/fold/shownTestRuns';
import { culpritChoice, shortCommit } from '../../../runs/pure/model/culprit';
import { placeText } from '../../../runs/pure/model/placeText';
import { shortened } from '../../../runs/pure/model/shortened';
import type { Place } from '../../../runs/pure/model/symbol';
import { codeSpan, fenced } from '../../../system/pure/text/fenced';
import { shownLine, shownText } from '../../../system/pure/text/shownText';
import { quietLine, quietMarkdown, quietMarkdownLine } from './githubText';

/** The texts of a commit and a pull request. No text in them notifies anyone, or closes another issue. */
export interface DeliveryText {
	/** One line. */
	readonly title: string;
	/** Markdown. */
	readonly body: string;
	/** The message of the commit. */
	readonly message: string;
}

/** The content of a delivery. */
export interface Delivered {
	readonly patches: readonly DeliveredPatch[];
	/** Paths whose accepted lines the user edited afterwards. */
	readonly edited: readonly string[];
	/** The number of the issue, if it is one of the same repository. */
	readonly closes?: number;
	/** The proof records of the run's patches, by their ids. */
	readonly proofs?: ReadonlyMap<string, DeliveredProof>;
}

/** A proof record as a file. */
export interface DeliveredProof {
	readonly text: string;
	/** Of the text, in hexadecimal. */
	readonly sha256: string;
}

export interface DeliveredPatch {
	readonly id: string;
	readonly taken: TakenHunks;
}

const titleCharacters = 72;
const proseCharacters = 4_000;
const programCharacters = 20_000;
/** A longer record is named by its digest only. */
const recordCharacters = 20_000;

/**
 * Title, body and commit message from the log: the fault, why the change fixes it, and the evidence. The issue itself
 * is quoted by its title only, and everything passes the gate.
 */
export function deliveryText(run: Run, delivered: Delivered): DeliveryText {
	return new TextWriter(run, delivered).write();
}

class TextWriter {
	private readonly gate = new OutgoingGate();
	private readonly fix: RunFix;
	private readonly candidates: readonly PatchCandidate[];

	constructor(
		private readonly run: Run,
		private readonly delivered: Delivered,
	) {
		this.fix = fixOf(run);
		this.candidates = patchCandidates(this.fix).filter(({ patch }) =>
			delivered.patches.some(({ id }) => id === patch.id),
		);
		this.gate.learn(`${run.issue.title}\n${run.issue.body}`);
		for (const { execution } of this.fix.reproducerRuns) {
			this.gate.learn(`${execution.stdout}\n${execution.stderr}`);
		}
	}

	write(): DeliveryText {
		const { run, delivered, candidates } = this;
		const issue = agreedIssue(run.issue, run.brief?.edited, this.gate);
		const subject = shortened(quietLine(issue.title) || 'the located bug', titleCharacters - 'Fix: '.length);
		const title = this.clean(`Fix: ${subject}`);
		const closing = delivered.closes === undefined ? [] : [`Closes #${delivered.closes}`];
		const source = delivered.closes === undefined ? this.source() : [];
		const proof = this.proof();
		const body = [...closing, ...source, ...this.wrong(), ...this.why(), ...this.evidence(), ...this.reproducer()];
		const reasons = candidates.flatMap(candidate => candidate.reasons.map(reason => quietLine(this.clean(reason))));
		const trailer = proof === undefined ? [] : [`Faultline-Proof: sha256:${proof.sha256}`];
		const message = [title, ...(reasons.length === 0 ? [] : [reasons.join(' ')]), ...closing, ...trailer];
		return {
			title,
			body: `${this.clean(`${body.join('\n\n')}`)}${proof === undefined ? '' : recordText(proof)}\n\n${this.clean(this.made())}\n`,
			message: this.clean(`${message.join('\n\n')}\n`),
		};
	}

	/** Before a text is quoted: a secret has another form after that. */
	private clean(text: string): string {
		return this.gate.clean(text).text;
	}

	private line(text: string): string {
		return quietMarkdownLine(shortened(this.clean(text), proseCharacters));
	}

	private block(text: string, nCharacters: number): string {
		return fenced(shownText(shortened(this.clean(text), nCharacters)));
	}

	/** An issue of another place is named as text: a reference would show up there. */
	private source(): string[] {
		const { kind, ref } = this.run.issue.source;
		return kind === 'url' && ref !== undefined ? [`Issue: ${codeSpan(shownLine(this.clean(ref)))}`] : [];
	}

	/** Where it showed, where it was, and what was expected instead of what came. No opinion of a model is in it. */
	private wrong(): string[] {
		const { run, fix } = this;
		const patched = new Set(fix.patches.flatMap(({ files }) => files.map(({ path }) => path)));
		const locations = agreedLocations(run, run.selected.leaf);
		const raised = locations.flatMap(({ evidence }) => evidence.find(({ kind }) => kind === 'trace')?.codeLine ?? []);
		const location = locations.find(({ file }) => patched.has(file)) ?? locations[0];
		const got = this.failureOutput()
			.flatMap(text => text.split('\n').findLast(line => line.trim() !== '') ?? [])
			.at(-1);
		const rows = [
			...raised.slice(0, 1).map(({ file, line }) => ['Raised at', placeSpan({ file, startLine: line, endLine: line })]),
			...(location === undefined
				? []
				: [['Located at', placeSpan({ ...(location.focus?.[0] ?? location), file: location.file })]]),
			...this.brokeBy().map(text => ['Broke by', text]),
			...this.expected().map(text => ['Expected', this.line(text)]),
			...(got === undefined ? [] : [['Got', cellSpan(shortened(this.clean(got), lineCharacters))]]),
		];
		return rows.length === 0 ? [] : ['### What was wrong', tableOf(rows)];
	}

	/** The id is code, so that it links to nothing. */
	private brokeBy(): readonly string[] {
		const { culprit } = this.run;
		return culprit === undefined
			? []
			: [`${culpritChoice(culprit)}${codeSpan(shortCommit(culprit))} ${this.line(culprit.subject)}`];
	}

	/** A sentence of the issue, if the user did not remove it before the issue was sent. */
	private expected(): readonly string[] {
		const { asked = [], expectations = [], edited } = this.run.brief ?? {};
		const [first] = [...asked, ...expectations].filter(text => edited === undefined || edited.includes(text));
		return first === undefined ? [] : [first];
	}

	private why(): string[] {
		const reviews = this.candidates.flatMap(({ review }) => review ?? []).filter(({ patchCorrect }) => patchCorrect);
		const texts = reviews.map(({ patchAnalysis }) => patchAnalysis).filter(text => text.trim() !== '');
		const quoted = texts.map(text => quietMarkdown(shortened(this.clean(text), proseCharacters)));
		return quoted.length === 0 ? [] : ['### What changes, and why', ...quoted];
	}

	private evidence(): string[] {
		const { run, delivered } = this;
		const rows = this.candidates.flatMap(candidate => {
			const taken = delivered.patches.find(({ id }) => id === candidate.patch.id)?.taken;
			const shown = taken === undefined ? [] : patchEvidence(candidate, taken, { files: [] });
			return shown
				.filter(({ label }) => label !== 'Decision' && !label.startsWith('Why '))
				.map(row => (row.label === 'Proof' ? this.proofRow(row) : row));
		});
		const [tests] = shownTestRuns(run);
		const all: readonly Pick<PatchEvidence, 'label' | 'text'>[] = [
			...rows,
			...(tests === undefined ? [] : [{ label: 'Tests, run by the user', text: tests.text }]),
		];
		const table = all.map(({ label, text }) => [this.line(label), this.line(text)]);
		const edited = delivered.edited.map(path => codeSpan(shownLine(path))).join(', ');
		const note = `The evidence is of the patch as it was written; what was accepted in ${edited} was edited afterwards.`;
		return [
			...(table.length === 0 ? [] : ['### Evidence', tableOf(table)]),
			...(delivered.edited.length === 0 ? [] : [note]),
		];
	}

	/** The record of what is delivered: one patch, all of it, and nothing else. */
	private proof(): DeliveredProof | undefined {
		const { patches, edited, proofs } = this.delivered;
		const [only, ...others] = patches;
		const isWhole = only?.taken.state === 'all' && others.length === 0 && edited.length === 0;
		return isWhole ? proofs?.get(only.id) : undefined;
	}

	/** A proof is of a patch alone, as it was written. */
	private proofRow(row: PatchEvidence): PatchEvidence {
		const { patches, edited } = this.delivered;
		const why =
			edited.length > 0
				? 'what was accepted was edited afterwards'
				: patches.length > 1
					? 'the patches were not executed together'
					: undefined;
		return why === undefined ? row : { ...row, text: proofText({ isFixed: false, why }) };
	}

	private reproducer(): string[] {
		const { found } = this.shownReproducer();
		if (found === undefined) {
			return [];
		}
		const output = this.failureOutput();
		const parts = [
			codeSpan(shownLine(found.file)),
			this.block(found.text, programCharacters),
			...(output.length > 0 ? ['Without the change:', this.block(output.join('\n'), proseCharacters)] : []),
		];
		return [`<details>\n<summary>The reproducer</summary>\n\n${parts.join('\n\n')}\n\n</details>`];
	}

	/** What the reproducer printed without a patch: standard output and error. */
	private failureOutput(): readonly string[] {
		const { used } = this.shownReproducer();
		const { stdout, stderr } = used?.patch === undefined ? (used?.execution ?? noOutput) : noOutput;
		return [stdout, stderr].map(text => text.trimEnd()).filter(text => text !== '');
	}

	private shownReproducer() {
		const [used] = this.candidates.flatMap(({ before, after }) => before ?? after ?? []);
		return { used, found: this.fix.reproducers.find(({ id }) => id === used?.reproducer) };
	}

	private made(): string {
		const texts = this.delivered.patches.map(({ taken }) => takenText(taken) ?? '').filter(text => text !== '');
		const accepted = texts.length === 0 ? '' : `; reviewed by the author of this pull request: ${texts.join(', ')}`;
		return `---\nWritten with Faultline (${this.line(this.run.engine)})${accepted}.`;
	}
}

/** The record itself passed the gate when it was made; changed, it would have another digest. */
function recordText({ text, sha256 }: DeliveredProof): string {
	const how = `Faultline-Proof: sha256:${sha256}`;
	const record =
		text.length > recordCharacters
			? ''
			: `\n\n<details>\n<summary>The proof record, for <code>faultline verify</code></summary>\n\n${fenced(text)}\n\n</details>`;
	return `\n\n${how}${record}`;
}

const noOutput = { stdout: '', stderr: '' };
const lineCharacters = 300;

function placeSpan(place: Place): string {
	return cellSpan(placeText(place));
}

/** In a table a bar ends the cell, in code as well. */
function cellSpan(text: string): string {
	return codeSpan(shownLine(text)).replaceAll('|', '\\|');
}

/** Two columns of Markdown. */
function tableOf(rows: readonly (readonly string[])[]): string {
	return ['| | |', '|---|---|', ...rows.map(cells => `| ${cells.join(' | ')} |`)].join('\n');
}
