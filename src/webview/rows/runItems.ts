import type { IssueBrief } from '../../core/model/brief';
import { confidence } from '../../core/model/confidence';
import { counted } from '../../core/model/counted';
import type { Issue } from '../../core/model/issue';
import type { BugLocation } from '../../core/model/location';
import { folderText, placeName, placeText, shortPlaceText } from '../../core/model/placeText';
import { provisionalText } from '../../core/model/run/provisionalText';
import { roundNumbers } from '../../core/model/run/roundNumbers';
import type { Item } from './item';
import { nodeItems } from './nodeItems';
import type { LocationRow } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** The trajectory as a tree: the issue, its brief, the rounds, the locations. */
export function runItems(view: RunView): readonly Item[] {
	return [...issueItems(view), ...nodeItems(view), ...locationItems(view)];
}

/** The issue, and below it its brief. */
function issueItems({ run, session }: RunView): Item[] {
	const { issue, brief } = run;
	const isEdited = brief?.edited !== undefined;
	const from = [fromText(issue), isEdited ? 'changed before it was sent' : ''].filter(part => part !== '').join(', ');
	const body = brief?.edited ?? issue.body;
	// During review the brief is open, and the review panel shows the text itself.
	const isReviewed = session.live && run.pause?.reason === 'review';
	const children: Item[] = [
		...(brief === undefined ? [] : briefItems(brief)),
		...(body.trim() === '' || isReviewed ? [] : [leaf('issue:body', body, { kind: 'text', text: body })]),
	];
	return [
		{
			id: rowIds.issue,
			label: `Issue: ${issue.title}${from === '' ? '' : `, ${from}`}`,
			content: { kind: 'issue', title: issue.title, from },
			startsOpen: isReviewed,
			children,
		},
	];
}

function fromText({ source }: Issue): string {
	const { kind, ref } = source;
	switch (kind) {
		case 'text':
			return '';
		case 'clipboard':
			return 'from the clipboard';
		default:
			return ref === undefined ? `from a ${kind}` : `from ${ref}`;
	}
}

function briefItems(brief: IssueBrief): Item[] {
	const facts = briefFacts(brief).filter(({ values }) => values.length > 0);
	if (facts.length === 0) {
		return [];
	}
	const summary = facts.map(({ noun, values }) => counted(values.length, noun)).join(', ');
	return [
		{
			id: 'brief',
			label: `Understood: ${summary}`,
			content: { kind: 'brief', summary },
			startsOpen: true,
			children: facts.map(({ name, values }) =>
				leaf(`brief:${name}`, `${name}: ${values.join(', ')}`, { kind: 'fact', name, values }),
			),
		},
	];
}

function briefFacts(brief: IssueBrief): { name: string; noun: string; values: string[] }[] {
	return [
		{ name: 'Expected', noun: 'expectation', values: [...brief.expectations] },
		{ name: 'Names', noun: 'name', values: brief.names.map(({ text }) => text) },
		{
			name: 'Paths',
			noun: 'path',
			values: brief.paths.map(({ path, line }) => (line === undefined ? path : `${path}:${line}`)),
		},
		{ name: 'Quoted', noun: 'quoted string', values: [...brief.strings] },
		{
			name: 'Traceback',
			noun: 'traceback',
			values: brief.tracebacks.map(({ frames, error }) => error ?? counted(frames.length, 'frame')),
		},
	];
}

function leaf(id: string, label: string, content: Item['content']): Item {
	return { id, label, content, startsOpen: false, children: [] };
}

/** The locations, best first, once there are any. A dismissed one keeps its number and its place. */
function locationItems(view: RunView): Item[] {
	const { dismissed } = view.run;
	const locations = view.run.selected.locations.slice(0, view.maxLocations);
	if (locations.length === 0) {
		return [];
	}
	const provisional = provisionalTexts(view);
	const nDismissed = locations.filter(({ id }) => dismissed.includes(id)).length;
	return [
		{
			id: rowIds.locations,
			label: [counted(locations.length, 'location'), ...provisional].join(', '),
			content: {
				...{ kind: 'locations', count: locations.length, nDismissed },
				...provisional.map(text => ({ provisional: text }))[0],
			},
			// While the model is searching, its newest round matters more; the editor shows the marks already.
			startsOpen: !isModelSearching(view),
			children: locations.map((location, idx) => {
				const repeats = locations.findIndex(other => other.intendedBehavior === location.intendedBehavior) < idx;
				return locationItem(view, location, { number: idx + 1, repeats });
			}),
		},
	];
}

function provisionalTexts(view: RunView): string[] {
	if (isModelSearching(view)) {
		const source = view.run.selected.isEmbedded === true ? ' from the embedded localizer' : '';
		return [`So far${source}: the model is still searching`];
	}
	return [provisionalText(view.run) ?? []].flat();
}

function isModelSearching({ run, session }: RunView): boolean {
	return session.live && run.server !== undefined;
}

function locationItem(
	view: RunView,
	location: BugLocation,
	{ number, repeats }: Pick<LocationRow, 'number' | 'repeats'>,
): Item {
	const name = placeName(location);
	const where = shortPlaceText(location);
	const folder = folderText(location);
	const sure = confidence(location, view.run.selected);
	const dismissed = view.run.dismissed.includes(location.id);
	const verdict = dismissed ? 'dismissed as not the bug' : sure;
	return {
		id: rowIds.location(location.id),
		label: `${name}, location ${number}, ${verdict}, ${placeText(location)}. ${location.intendedBehavior}`,
		content: { kind: 'location', number, repeats, location, name, where, folder, confidence: sure, dismissed },
		startsOpen: view.detail === 'full',
		children: evidenceItems(view, location),
	};
}

function evidenceItems({ run }: RunView, location: BugLocation): Item[] {
	const numbers = roundNumbers(run);
	return location.evidence.map((evidence, idx) => {
		const number = evidence.node === undefined ? undefined : numbers.get(evidence.node);
		const round = number === undefined ? undefined : `Round ${number}`;
		return {
			id: `evidence:${location.id}:${idx}`,
			label: round === undefined ? evidence.text : `${evidence.text}, ${round}`,
			content: { kind: 'evidence', evidence, ...(round === undefined ? {} : { round }) },
			startsOpen: false,
			children: [],
		};
	});
}
