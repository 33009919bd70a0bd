import { roundNumbers } from '../../runs/pure/fold/roundNumbers';
import { locationCounts, locationsText, provisionalText } from '../../runs/pure/fold/runResult';
import { issueLines, issueLineText, shownEvidence } from '../../runs/pure/fold/shownEvidence';
import { confidence } from '../../runs/pure/model/confidence';
import type { BugLocation, Evidence } from '../../runs/pure/model/location';
import { codeLineText, placeName, placeText } from '../../runs/pure/model/placeText';
import type { LineRange } from '../../runs/pure/model/symbol';
import { comma, engineText, t } from '../language';
import { type Item, leaf } from './item';
import type { EvidenceRow } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/**
 * The only list of locations, best first, once there are any; the less likely ones are folded. A dismissed location keeps
 * its number and its place.
 */
export function locationItems(view: RunView): Item[] {
	const { run, maxLocations } = view;
	const locations = run.selected.locations.slice(0, maxLocations);
	if (locations.length === 0) {
		return [];
	}
	const text = engineText(locationsText(locationCounts(run, maxLocations)));
	const provisional = provisionalTexts(view);
	const items = locations.map((location, idx) => locationItem(view, location, idx + 1));
	const likely = items.filter((_, at) => locations[at]?.lessLikely !== true);
	return [
		{
			id: rowIds.locations,
			label: [text, ...provisional].join(comma),
			content: { kind: 'locations', text, ...provisional.map(why => ({ provisional: why }))[0] },
			// While the model is searching, its newest round matters more; the editor shows the marks already.
			startsOpen: !isModelSearching(view),
			children:
				likely.length === 0 ? items : [...likely, ...lessLikelyItems(items.filter(each => !likely.includes(each)))],
		},
	];
}

/** `5 more, less likely`. */
function lessLikelyItems(items: readonly Item[]): Item[] {
	if (items.length === 0) {
		return [];
	}
	const text = t('{0} more, less likely', items.length);
	return [{ id: rowIds.lessLikely, label: text, content: { kind: 'fold', text }, startsOpen: false, children: items }];
}

function provisionalTexts(view: RunView): string[] {
	if (isModelSearching(view)) {
		return [
			view.run.selected.isEmbedded === true
				? t('So far from the embedded localizer: the model is still searching')
				: t('So far: the model is still searching'),
		];
	}
	return [provisionalText(view.run) ?? []].flat().map(engineText);
}

function isModelSearching({ run, session }: RunView): boolean {
	return session.live && run.server !== undefined && run.selected.isProvisional;
}

function locationItem(view: RunView, location: BugLocation, number: number): Item {
	const name = placeName(location);
	const where = placeText({ file: location.file, ...(view.lines[location.id] ?? rangeOf(location)) });
	const sure = engineText(confidence(location, view.run.selected));
	const dismissed = view.run.dismissed.includes(location.id);
	const content = { kind: 'location', number, location, name, where, confidence: sure, dismissed } as const;
	const verdict = dismissed ? t('dismissed as not the bug') : sure;
	return {
		id: rowIds.location(location.id),
		label: [[name, t('location {0}', number), verdict, where].join(comma), ...knownTexts(location)].join('. '),
		content,
		startsOpen: view.detail === 'full',
		children: evidenceItems(view, location),
	};
}

function rangeOf({ startLine, endLine }: BugLocation): LineRange {
	return { startLine, endLine };
}

/** The intended behavior, the cause, and a sentence of the issue, if known. */
function knownTexts({ intendedBehavior, cause, fromIssue }: BugLocation): string[] {
	return [
		...(intendedBehavior === '' ? [] : [intendedBehavior]),
		...(cause === undefined ? [] : [t('Cause: {0}', cause)]),
		...(fromIssue === undefined ? [] : [t('From the issue: {0}', fromIssue)]),
	];
}

function evidenceItems({ run }: RunView, location: BugLocation): Item[] {
	const numbers = roundNumbers(run);
	const lines = issueLines(run);
	return shownEvidence(location).map((evidence, idx) => {
		const content = evidenceRow(evidence, numbers.get(evidence.node ?? ''), lines);
		const { text, code, round, issueLine } = content;
		const basis = [code?.text, round?.text, issueLine].filter(part => part !== undefined);
		return leaf(`evidence:${location.id}:${idx}`, [text, ...basis].join(comma), content);
	});
}

function evidenceRow(
	{ text, node, codeLine, issueLine }: Evidence,
	number: string | undefined,
	lines: readonly string[],
): EvidenceRow {
	return {
		...{ kind: 'evidence', text: engineText(text) },
		...(codeLine !== undefined && { code: { ...codeLine, text: codeLineText(codeLine) } }),
		...(node !== undefined && number !== undefined && { round: { node, text: t('Round {0}', number) } }),
		...(issueLine !== undefined && { issueLine: engineText(issueLineText(lines, issueLine)) }),
	};
}
