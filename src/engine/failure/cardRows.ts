import { confidence } from '../../runs/pure/model/confidence';
import type { FoundPlace } from '../../runs/pure/model/foundPlace';
import { placeName, placeText } from '../../runs/pure/model/placeText';
import { shortened } from '../../runs/pure/model/shortened';
import { counted } from '../../system/pure/text/counted';
import { callText } from '../../testing/pure/callTrace/callTrace';
import type { Write } from '../../testing/pure/callTrace/lastWrites';
import type { TraceReport } from '../../testing/pure/callTrace/traceReport';
import type { RaisedAt } from '../../testing/pure/traces/raisedAt';
import type { CulpritReport } from '../culprit/culpritReport';
import type { FailureCard } from './failureCard';

export type CardKind = keyof typeof cardLabels;

/** The labels of the rows, in their order. */
export const cardLabels = { raised: 'Raised at', suspect: 'Suspect', differs: 'Differs', broke: 'Broke by' } as const;

/** A row of the card of a failure. */
export interface CardRow {
	readonly kind: CardKind;
	/** On one line. */
	readonly text: string;
	/** More of it, on several lines. */
	readonly detail: string;
	/** The lines to look at, the most important first. */
	readonly places: readonly FoundPlace[];
}

/** The rows that are known. A frame that raised an error is no cause: its row states only where that was. */
export function cardRows({ raisedAt, suspect, trace, culprit }: FailureCard): readonly CardRow[] {
	const raised = raisedAt ?? (trace && raisedIn(trace));
	return [
		...(raised === undefined ? [] : [raisedRow(raised)]),
		...(suspect === undefined ? [] : [suspectRow(suspect)]),
		...(trace === undefined ? [] : [differsRow(trace)]),
		...(culprit === undefined ? [] : [brokeRow(culprit)]),
	];
}

/** The lines of all rows, the causes before the line that raised the error. */
export function cardPlaces(card: FailureCard): readonly FoundPlace[] {
	const rows = cardRows(card);
	const places = [...rows.filter(({ kind }) => kind !== 'raised'), ...rows].flatMap(each => each.places);
	return [...new Map(places.map(place => [placeText(place), place])).values()];
}

function raisedIn({ path }: TraceReport): RaisedAt | undefined {
	const { file, name, raised } = path.at(-1) ?? {};
	return file === undefined || raised === undefined
		? undefined
		: { file, line: raised.line, function: name ?? '', error: `${raised.type}: ${raised.text}` };
}

function raisedRow({ file, line, function: name, error = '' }: RaisedAt): CardRow {
	const place = line && { file, startLine: line, endLine: line, ...(name !== undefined && { method: name }) };
	return {
		kind: 'raised',
		text: line === undefined ? file : `${file}:${line}`,
		detail: error,
		places: place ? [place] : [],
	};
}

function suspectRow({ location, locations }: NonNullable<FailureCard['suspect']>): CardRow {
	const why = location.evidence.map(({ text }) => text);
	return {
		kind: 'suspect',
		text: `${placeName(location)}, ${location.file}:${location.startLine}`,
		detail: [confidence(location, { locations }), ...why].filter(text => text !== '').join('\n'),
		places: [location],
	};
}

/** The place where the run began to differ from one that passes; else the values that the failing line reads. */
function differsRow({ divergence, writes, nearest }: TraceReport): CardRow {
	if (divergence !== undefined) {
		const { call, other, kind, test, lines } = divergence;
		const passing =
			kind === 'result' ? `${callText(other)} in ${test}, which passes` : `${test}, which passes, takes another branch`;
		const from = kind === 'result' ? call.line : (lines[0] ?? call.line);
		return differing(callText(call), passing, { file: call.file, startLine: from, endLine: from, method: call.name });
	}
	const compared =
		nearest === undefined ? 'no test that passes is like it' : `no call differs from ${nearest}, which passes`;
	const made = writes.filter(({ isArgument }) => !isArgument);
	const [first] = made;
	if (first !== undefined) {
		return {
			kind: 'differs',
			text: shortened(`not found; ${writeText(first)}`, longest),
			detail: [compared, ...made.map(write => `${writeText(write)}, ${write.call.file}:${write.line}`)].join('\n'),
			places: made.map(({ call, line }) => ({
				...{ file: call.file, startLine: line, endLine: line, method: call.name },
			})),
		};
	}
	return { kind: 'differs', text: compared, detail: '', places: [] };
}

const longest = 200;

function writeText({ name, value, call }: Write): string {
	return name === undefined ? `${call.name} returned ${value}` : `${name} = ${value} in ${call.name}`;
}

function differing(text: string, detail: string, place: FoundPlace): CardRow {
	return { kind: 'differs', text: shortened(text, longest), detail, places: [place] };
}

function brokeRow({ kind, commits, lines, test }: CulpritReport): CardRow {
	const [first] = commits;
	const named = first === undefined ? '' : `${first.id.slice(0, 10)} ${first.subject}`;
	const texts = {
		found: named,
		several: `one of ${counted(commits.length, 'commit')}`,
		uncommitted: 'the uncommitted changes',
		neverPassed: 'no commit is known at which it passes',
	} as const;
	const shown = commits.slice(0, 5).map(({ id, subject, author }) => `${id.slice(0, 10)} ${subject}, ${author}`);
	return {
		kind: 'broke',
		text: texts[kind],
		detail: [test, ...shown].join('\n'),
		places: lines.map(({ file, line }) => ({ file, startLine: line, endLine: line })),
	};
}
