import type { CallLink } from '../../../testing/pure/traces/callLinks';
import { directGround } from '../explain/explainLocation';
import type { Ground, IssueGround, Subject } from '../explain/subject';
import type { Suspiciousness } from '../ranking/suspiciousness';

/** Of the functions that call a location or are called by it, so many of the most suspicious ones are looked at. */
const othersLimit = 6;

/** The calls that connect a location with code that the issue itself is about. */
export class CallGrounds {
	private readonly about = new Map<number, Promise<Ground | undefined>>();

	constructor(
		private readonly suspiciousness: Suspiciousness,
		private readonly issue: IssueGround,
		private readonly subjectOf: (at: number) => Promise<Subject | undefined>,
	) {}

	/** The best of them. Only calls whose receiver is known count. */
	async of(at: number, scores: Float64Array): Promise<Ground[]> {
		const score = (link: CallLink) => scores[otherOf(link, at)] ?? 0;
		const links = this.suspiciousness.callLinks
			.filter(link => link.isResolved && (link.caller === at) !== (link.callee === at) && this.isInBody(link))
			.sort((a, b) => score(b) - score(a))
			.slice(0, othersLimit);
		for (const link of links) {
			const reason = await this.reasonFor(otherOf(link, at));
			if (reason !== undefined) {
				return [this.groundOf(link, at, reason)];
			}
		}
		return [];
	}

	/** A decorator is called, but not by the function below it. */
	private isInBody({ caller, line }: CallLink): boolean {
		const symbols = this.suspiciousness.model.unit(caller)?.symbols ?? [];
		return symbols.some(({ nameLine, endLine }) => nameLine <= line && line <= endLine);
	}

	private reasonFor(at: number): Promise<Ground | undefined> {
		const known =
			this.about.get(at) ??
			this.subjectOf(at).then(subject => (subject === undefined ? undefined : directGround(subject, this.issue)));
		this.about.set(at, known);
		return known;
	}

	private groundOf(link: CallLink, at: number, { evidence: reason }: Ground): Ground {
		const { model } = this.suspiciousness;
		const other = model.unit(otherOf(link, at));
		const file = model.pathOf(link.caller);
		const verb = link.caller === at ? 'Calls' : 'Called by';
		const why = reason.kind === 'trace' ? 'a frame of the trace' : 'which the issue names';
		return {
			evidence: {
				kind: 'calls',
				text: `${verb} ${other?.qualified} (${file}:${link.line}), ${why}.`,
				...(reason.issueLine === undefined ? {} : { issueLine: reason.issueLine }),
				codeLine: { file, line: link.line },
			},
			lines: link.caller === at ? [link.line] : [],
			weight: callWeight,
		};
	}
}

const callWeight = 8;

function otherOf({ caller, callee }: CallLink, at: number): number {
	return caller === at ? callee : caller;
}
