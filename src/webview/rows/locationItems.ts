import { confidence } from '../../core/model/confidence';
import { counted } from '../../core/model/counted';
import type { BugLocation } from '../../core/model/location';
import { folderText, placeName, placeText, shortPlaceText } from '../../core/model/placeText';
import { roundNumbers } from '../../core/model/roundNumbers';
import type { Item } from './item';
import type { LocationRow } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** The locations, best first, once there are any. A dismissed one keeps its number and its place. */
export function locationItems(view: RunView): Item[] {
	const { dismissed } = view.run;
	const locations = view.run.selected.locations.slice(0, view.maxLocations);
	if (locations.length === 0) {
		return [];
	}
	const provisional = provisionalText(view);
	const nDismissed = locations.filter(({ id }) => dismissed.includes(id)).length;
	return [
		{
			id: rowIds.locations,
			label: [counted(locations.length, 'location'), ...provisional].join(', '),
			content: {
				...{ kind: 'locations', count: locations.length, nDismissed },
				...provisional.map(text => ({ provisional: text }))[0],
			},
			// While the model goes on, its newest round is what to look at; the marks are in the editor already.
			startsOpen: !modelGoesOn(view),
			children: locations.map((location, idx) => {
				const repeats = locations.findIndex(other => other.intendedBehavior === location.intendedBehavior) < idx;
				return locationItem(view, location, { number: idx + 1, repeats });
			}),
		},
	];
}

function provisionalText(view: RunView): string[] {
	if (modelGoesOn(view)) {
		return ['So far: the model is still searching'];
	}
	return view.run.selected.isProvisional ? ['Provisional: the model had not finished'] : [];
}

function modelGoesOn({ run, session }: RunView): boolean {
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
