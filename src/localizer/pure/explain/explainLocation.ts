import { wordParts } from '../../../code/pure/index/words/words';
import { evidenceLimit } from '../../../runs/pure/fold/shownEvidence';
import type { Evidence } from '../../../runs/pure/model/location';
import type { LineRange } from '../../../runs/pure/model/symbol';
import { focusOf } from './focusLines';
import { frameGrounds } from './frameGrounds';
import { classNameGrounds, ownNameGrounds, pathGrounds, usedNameGrounds } from './nameGrounds';
import { type Ground, type IssueGround, type Subject, symbolName } from './subject';
import { phraseGrounds, quotedGrounds, wordNameGrounds } from './textGrounds';

/** Why a location is suspected, and the lines that show it. */
export interface Explanation {
	/** At most three, the best first; empty if nothing of the issue is in the location. */
	readonly evidence: readonly Evidence[];
	readonly focus: readonly LineRange[];
}

/**
 * Explains a location by the common content of its code and the issue: `more` are reasons found elsewhere, as the test
 * that calls it. Each piece is one sentence that is true of the lines it names.
 */
export function explainLocation(subject: Subject, issue: IssueGround, more: readonly Ground[] = []): Explanation {
	const ofKind = (kind: Evidence['kind']) => more.filter(({ evidence }) => evidence.kind === kind);
	const own = frameGrounds(subject, issue);
	const frames = own.length > 0 ? own : ofKind('trace');
	const quoted = quotedGrounds(subject, issue);
	const used = usedNameGrounds(subject, issue);
	const named = ownNameGrounds(subject, issue);
	const paths = pathGrounds(subject, issue);
	const strong = [
		...frames.slice(0, 1),
		...named,
		...quoted.slice(0, 2),
		...ofKind('test').slice(0, 1),
		...ofKind('state').slice(0, 1),
		...used.slice(0, 2),
		...ofKind('calls'),
		...paths.filter(({ lines }) => lines.length > 0),
	];
	// That its class or its file is named says the same of all the code in it.
	const around = [
		...(named.length > 0 ? [] : classNameGrounds(subject, issue)),
		...paths.filter(({ lines }) => lines.length === 0),
	];
	const grounds =
		strong.length > 0
			? [...strong, ...around]
			: [...wordGrounds(subject, issue, around.length > 0), ...around.slice(0, 1)];
	return {
		evidence: [...grounds, ...ofKind('ran')].slice(0, evidenceLimit).map(({ evidence }) => evidence),
		focus: focusOf(subject, [...frames, ...quoted, ...paths, ...ofKind('state'), ...ofKind('calls')], issue.text),
	};
}

/** The words that the location and the issue share. `isAroundNamed`: a ground of its own states that its class or file is named. */
function wordGrounds(subject: Subject, issue: IssueGround, isAroundNamed: boolean): Ground[] {
	const names = wordNameGrounds(subject, issue).filter(({ isOwner }) => !(isAroundNamed && isOwner));
	const owner = isAroundNamed ? wordsOfOwner(subject) : '';
	const phrases = phraseGrounds(subject, issue).filter(({ key }) => owner === '' || !` ${owner} `.includes(` ${key} `));
	return [...names, ...phrases.slice(0, 1)];
}

function wordsOfOwner(subject: Subject): string {
	return wordParts(symbolName(subject)?.owner ?? '')
		.map(part => part.toLowerCase())
		.join(' ');
}

/** The frame or the name by which the issue itself is about some code, if it is: then a call of it is worth mentioning. */
export function directGround(subject: Subject, issue: IssueGround): Ground | undefined {
	return frameGrounds(subject, issue)[0] ?? ownNameGrounds(subject, issue, true)[0];
}
