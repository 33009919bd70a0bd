import type { HiddenFiles } from '../outgoing/pure/gate/aiIgnore';
import { agreedIssue, issueAsSent } from '../outgoing/pure/gate/issueAsSent';
import { OutgoingGate } from '../outgoing/pure/gate/outgoingGate';
import { namesNoHidden, visibleEvidence } from '../outgoing/pure/gate/visibleEvidence';
import { shownPatches } from '../patches/pure/acceptance/shownPatches';
import { type Run, rootNode } from '../runs/pure/fold/run';
import { fixOf } from '../runs/pure/fold/runFix';
import { provisionalText } from '../runs/pure/fold/runResult';
import { roundsOf } from '../runs/pure/fold/runTree';
import { patchName } from '../runs/pure/fold/shownPatch';
import { confidence } from '../runs/pure/model/confidence';
import type { BugLocation } from '../runs/pure/model/location';
import { focusText, placeName, placeText } from '../runs/pure/model/placeText';
import { counted } from '../system/pure/text/counted';
import type { NextCall, ToolResult } from './publicTool';
import { placeData, readCall } from './searchingTools';

const mostDetailed = 10;

function nextCall(run: Run, first: BugLocation | undefined, hidden: HiddenFiles): Pick<ToolResult, 'next'> {
	if (first === undefined || first.lessLikely === true) {
		return run.state === 'running' ? {} : { next: widerSearch(run, hidden) };
	}
	return { next: readCall(first, 'to read the first location') };
}

/**
 * If no location is likely: a search for the issue's quotes or names, else for words that only the caller can choose.
 */
function widerSearch(run: Run, hidden: HiddenFiles): NextCall {
	const { names = [], strings = [] } = run.brief ?? {};
	const agreed = issueAsSent(run);
	const telling = names.map(({ text }) => text).filter(text => isTelling(text, agreed));
	const written = [...telling, ...strings.filter(({ length }) => length <= longestQuery)];
	const query = written.find(each => agreed.includes(each) && namesNoHidden(each, hidden));
	const own = 'words of your own, such as an operation, a setting or a constant that the cause would contain';
	return query === undefined
		? { tool: 'search_code', why: `with ${own}, as no location is likely` }
		: { tool: 'search_code', args: { query }, why: `as no location is likely, then with ${own}` };
}

/** A name of several parts, such as a setting, which a single word of prose is not, nor the host of an address. */
function isTelling(name: string, issue: string): boolean {
	return /[._]/.test(name) && !issue.includes(`@${name}`) && !issue.includes(`/${name}`);
}

/** For an issue's quotes: longer texts are seldom in the code as they are. In characters. */
const longestQuery = 100;

/** The text of a run for a model: nothing of hidden files, and the issue as the user agreed to have it sent. */
export function runAnswer(run: Run, hidden: HiddenFiles): ToolResult {
	const locations = run.selected.locations.filter(({ id, file }) => isVisible(file, hidden) && !isDismissed(run, id));
	const [first] = locations;
	const patches = visiblePatches(run, hidden);
	return {
		ok: run.state !== 'failed',
		text: [headText(run, hidden), ...patchTexts(run, patches), ...locationTexts(locations, hidden)].join('\n\n'),
		places: locations,
		run: run.id,
		data: {
			run: { id: run.id, state: run.state, title: runTitle(run) },
			locations: locations.slice(0, mostDetailed).map(each => locationData(each, locations)),
			patches: patches.map(({ name, files, verdict }) => ({ name, files, verdict })),
		},
		...nextCall(run, first, hidden),
	};
}

/** Without the parts the user removed from the issue before it was sent. */
export function runTitle(run: Run): string {
	const { title, issue, brief } = run;
	return title === issue.title ? agreedIssue(issue, brief?.edited, new OutgoingGate()).title : title;
}

/** `done, with 3 locations`. */
export function runStateText({ state, selected }: Run): string {
	return `${state}, with ${counted(selected.locations.length, 'location')}`;
}

function isVisible(file: string, hidden: HiddenFiles): boolean {
	return hidden.hides(file) === undefined;
}

function isDismissed({ dismissed }: Run, id: string): boolean {
	return dismissed.includes(id);
}

function headText(run: Run, hidden: HiddenFiles): string {
	const message = run.message === undefined ? '' : ` ${run.message}`;
	const provisional = provisionalText(run);
	return [
		runTitle(run),
		`Run ${run.id} is ${run.state}, after ${counted(roundsOf(run).length, 'round')}, with the engine ${run.engine}.${message}`,
		...(provisional === undefined ? [] : [`${provisional}.`]),
		...(run.nodes[rootNode]?.notes ?? []).filter(note => namesNoHidden(note, hidden)),
	].join('\n');
}

function locationTexts(locations: readonly BugLocation[], hidden: HiddenFiles): string[] {
	if (locations.length === 0) {
		return ['No location was found: name a function, a file or an error message in the issue, if there is one.'];
	}
	return locations.map((location, at) => {
		const head = `${at + 1}. ${placeText(location)}  ${placeName(location)}  (${confidence(location, { locations })})`;
		return [head, ...(at < mostDetailed && location.lessLikely !== true ? details(location, hidden) : [])].join('\n');
	});
}

function details(location: BugLocation, hidden: HiddenFiles): string[] {
	const { intendedBehavior, cause = '', fromIssue = '', focus = [] } = location;
	const labelled = { at: focusText(focus, location), should: intendedBehavior, cause, issue: fromIssue };
	return [
		...Object.entries(labelled).flatMap(([label, text]) => (text === '' ? [] : [`   ${label}: ${text}`])),
		...visibleEvidence(location, hidden).map(text => `   why: ${text}`),
	];
}

function locationData(location: BugLocation, locations: readonly BugLocation[]): object {
	const { likelihood } = location;
	return {
		...placeData(location),
		confidence: confidence(location, { locations }),
		...(likelihood !== undefined && { likelihood }),
	};
}

/** A patch as a model may see it. */
interface VisiblePatch {
	readonly name: string;
	readonly files: readonly string[];
	/** `good`, `bad` or `unsure`. */
	readonly verdict: string;
	/** The reasons, first the basis of the verdict. */
	readonly evidence: readonly string[];
	/** Unified. */
	readonly diff: string;
}

/** Best first, without those that change a hidden file, and without texts that name one. */
function visiblePatches(run: Run, hidden: HiddenFiles): VisiblePatch[] {
	const { patches } = fixOf(run);
	return shownPatches(run)
		.filter(({ files }) => files.every(({ path }) => isVisible(path, hidden)))
		.map(patch => {
			const { verdict, why, reasons, evidence, files } = patch;
			const executed = evidence.map(({ label, text }) => `${label}: ${text}`);
			const texts = [verdict.why, ...(why === undefined ? [] : [why]), ...reasons, ...executed];
			return {
				...{ name: patchName(patch), files: files.map(({ path }) => path), verdict: verdict.verdict },
				evidence: [...new Set(texts)].filter(text => namesNoHidden(text, hidden)),
				diff: patches.find(({ id }) => id === patch.id)?.diff.trimEnd() ?? '',
			};
		});
}

function patchTexts({ goal }: Run, patches: readonly VisiblePatch[]): string[] {
	if (goal === 'fix' && patches.length === 0) {
		return ['No patch was written.'];
	}
	return patches.map(({ name, verdict, evidence, diff }) =>
		[`${name} (${verdict})`, ...evidence.map(text => `   why: ${text}`), diff].join('\n'),
	);
}
