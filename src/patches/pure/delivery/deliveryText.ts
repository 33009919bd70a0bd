import { agreedIssue, agreedLocations } from '../../../outgoing/pure/gate/issueAsSent';
import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import { type TakenHunks, takenText } from '../../../runs/pure/events/patchDecisions';
import { type PatchCandidate, patchCandidates } from '../../../runs/pure/fold/patchCandidates';
import { type PatchEvidence, patchEvidence } from '../../../runs/pure/fold/patchEvidence';
import { proofText } from '../../../runs/pure/fold/patchProof';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../../runs/pure/fold/runFix';
import { shownTestRuns } from '../../../runs/pure/fold/shownTestRuns';
import { placeText } from '../../../runs/pure/model/placeText';
import { shortened } from '../../../runs/pure/model/shortened';
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

	private wrong(): string[] {
		const { run, fix } = this;
		const patched = new Set(fix.patches.flatMap(({ files }) => files.map(({ path }) => path)));
		const locations = agreedLocations(run, run.selected.leaf);
		const location = locations.find(({ file }) => patched.has(file)) ?? locations[0];
		if (location === undefined) {
			return [];
		}
		const { intendedBehavior, evidence, file } = location;
		const focus = location.focus?.[0] ?? location;
		const why = intendedBehavior === '' ? evidence.slice(0, 2).map(({ text }) => text) : [intendedBehavior];
		const reason = why.length === 0 ? '' : `: ${this.line(why.join(' '))}`;
		return ['### What was wrong', codeSpan(shownLine(placeText({ ...focus, file }))) + reason];
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
			const shown = taken === undefined ? [] : patchEvidence(candidate, taken, []);
			return shown
				.filter(({ label }) => label !== 'Decision')
				.map(row => (row.label === 'Proof' ? this.proofRow(row) : row));
		});
		const [tests] = shownTestRuns(run);
		const all: readonly Pick<PatchEvidence, 'label' | 'text'>[] = [
			...rows,
			...(tests === undefined ? [] : [{ label: 'Tests, run by the user', text: tests.text }]),
		];
		const table = all.map(({ label, text }) => `| ${this.line(label)} | ${this.line(text)} |`);
		const edited = delivered.edited.map(path => codeSpan(shownLine(path))).join(', ');
		const note = `The evidence is of the patch as it was written; what was accepted in ${edited} was edited afterwards.`;
		return [
			...(table.length === 0 ? [] : ['### Evidence', ['| | |', '|---|---|', ...table].join('\n')]),
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
		const [used] = this.candidates.flatMap(({ before, after }) => before ?? after ?? []);
		const found = this.fix.reproducers.find(({ id }) => id === used?.reproducer);
		if (found === undefined || used === undefined) {
			return [];
		}
		const { stdout, stderr } = used.execution;
		const output = [stdout, stderr].map(text => text.trimEnd()).filter(text => text !== '');
		const isBefore = used.patch === undefined && output.length > 0;
		const parts = [
			codeSpan(shownLine(found.file)),
			this.block(found.text, programCharacters),
			...(isBefore ? ['Without the change:', this.block(output.join('\n'), proseCharacters)] : []),
		];
		return [`<details>\n<summary>The reproducer</summary>\n\n${parts.join('\n\n')}\n\n</details>`];
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
