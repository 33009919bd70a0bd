import type { Phase } from '../../runs/pure/events/runEvent';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { type ShownTestRun, shownTestRuns } from '../../runs/pure/fold/shownTestRuns';
import type { IssueBrief } from '../../runs/pure/model/brief';
import { brokeByText, type Culprit } from '../../runs/pure/model/culprit';
import { importText } from '../../runs/pure/model/imported';
import type { Issue } from '../../runs/pure/model/issue';
import { counted } from '../../system/pure/text/counted';
import { comma, engineText, t } from '../language';
import { crashItems } from './crashItems';
import { type Item, leaf } from './item';
import { locationItems } from './locationItems';
import { nodeItems } from './nodeItems';
import { patchItems } from './patchItems';
import { type PhaseView, phaseViews } from './phaseViews';
import { reproducerItems } from './reproducerItems';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/**
 * The run as a tree: a section for each phase that has begun, with its content. `phases`: the result of `phaseViews`
 * for the same view.
 */
export function runItems(view: RunView, phases: readonly PhaseView[] = phaseViews(view)): readonly Item[] {
	const nodesIn = nodeItems(view);
	return phases.flatMap(shown => {
		const children = phaseItems(view, shown, nodesIn);
		return children.length === 0 ? [] : [phaseItem(shown, children)];
	});
}

function phaseItem({ phase, name, state, spoken, summary, startsOpen }: PhaseView, children: readonly Item[]): Item {
	return {
		id: rowIds.phase(phase),
		label: [name, spoken, ...(summary === '' ? [] : [summary])].join(comma),
		content: { kind: 'phase', phase, name, state, spoken, summary },
		startsOpen,
		children,
	};
}

function phaseItems(view: RunView, { phase }: PhaseView, nodesIn: (phase: Phase) => Item[]): Item[] {
	switch (phase) {
		case 'locate':
			return [...issueItems(view), ...nodesIn(phase), ...locationItems(view)];
		case 'reproduce':
			return [...rootReproducers(view), ...nodesIn(phase)];
		case 'patch':
			return nodesIn(phase);
		case 'review':
			return [...testItems(view.run), ...patchItems(view.patches)];
	}
}

/** The reproducers of no stage. */
function rootReproducers({ run }: RunView): Item[] {
	const root = run.nodes[rootNode];
	return root === undefined ? [] : reproducerItems(root);
}

/** The issue, and below it its brief. */
function issueItems({ run, session }: RunView): Item[] {
	const { issue, brief, imported } = run;
	const isEdited = brief?.edited !== undefined;
	const from = [
		imported === undefined ? fromText(issue) : engineText(importText(imported)),
		isEdited ? t('changed before it was sent') : '',
	]
		.filter(part => part !== '')
		.join(comma);
	const body = brief?.edited ?? issue.body;
	// During review the brief is open, and the review panel shows the text itself.
	const isReviewed = session.live && run.pause?.reason === 'review';
	const children: Item[] = [
		...(brief === undefined ? [] : briefItems(brief, run.culprit)),
		...(body.trim() === '' || isReviewed ? [] : [leaf('issue:body', body, { kind: 'text', text: body })]),
	];
	return [
		{
			id: rowIds.issue,
			label: [t('Issue: {0}', issue.title), from].filter(part => part !== '').join(comma),
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
			return t('from the clipboard');
		default:
			return ref === undefined ? fromKinds[kind] : t('from {0}', ref);
	}
}

/** The origin of an issue, if nothing more is known. */
const fromKinds: Readonly<Record<Exclude<Issue['source']['kind'], 'text' | 'clipboard'>, string>> = {
	selection: t('from a selection'),
	file: t('from a file'),
	url: t('from a url'),
	test: t('from a test'),
	command: t('from a command'),
	problem: t('from a problem'),
};

function briefItems(brief: IssueBrief, culprit: Culprit | undefined): Item[] {
	const facts = briefFacts(brief, culprit).filter(({ values }) => values.length > 0);
	const crashes = crashItems(brief);
	if (facts.length === 0 && crashes.length === 0) {
		return [];
	}
	const nCrashes = brief.crashes?.length ?? 0;
	const counts = facts.map(({ noun, values }) => engineText(counted(values.length, noun)));
	const summary = [...(nCrashes === 0 ? [] : [engineText(counted(nCrashes, 'crash report'))]), ...counts].join(comma);
	return [
		{
			id: 'brief',
			label: t('Understood: {0}', summary),
			content: { kind: 'brief', summary },
			startsOpen: true,
			children: [
				...crashes,
				...facts.map(({ name, values }) =>
					leaf(`brief:${name}`, t('{0}: {1}', name, values.join(', ')), { kind: 'fact', name, values }),
				),
			],
		},
	];
}

function briefFacts(
	brief: IssueBrief,
	culprit: Culprit | undefined,
): { name: string; noun: string; values: string[] }[] {
	return [
		{ name: t('Expected'), noun: 'expectation', values: [...brief.expectations] },
		{ name: t('Names'), noun: 'name', values: brief.names.map(({ text }) => text) },
		{
			name: t('Paths'),
			noun: 'path',
			values: brief.paths.map(({ path, line }) => (line === undefined ? path : `${path}:${line}`)),
		},
		{ name: t('Quoted'), noun: 'quoted string', values: [...brief.strings] },
		{
			name: t('Traceback'),
			noun: 'traceback',
			values: brief.tracebacks.flatMap(({ role, frames, error }) =>
				role === undefined ? (error ?? engineText(counted(frames.length, 'frame'))) : [],
			),
		},
		{ name: t('Broke by'), noun: 'commit', values: culprit === undefined ? [] : [engineText(brokeByText(culprit))] },
	];
}

/** The newest run of the tests, and the earlier ones folded. */
function testItems(run: Run): Item[] {
	const [newest, ...earlier] = shownTestRuns(run);
	if (newest === undefined) {
		return [];
	}
	const nRuns = run.testRuns.length;
	const text = engineText(counted(earlier.length, 'earlier test run'));
	const fold: Item = {
		id: 'tests:earlier',
		label: text,
		content: { kind: 'fold', text },
		startsOpen: false,
		children: earlier.map((ran, at) => testItem(ran, nRuns - 1 - at)),
	};
	return [testItem(newest, nRuns), ...(earlier.length === 0 ? [] : [fold])];
}

/** `number`: from 1 for the oldest. */
function testItem({ text, command, verdict }: ShownTestRun, number: number): Item {
	const label = t('{0}: {1}', engineText(text), command);
	return leaf(`tests:${number}`, label, { kind: 'ran', text: label, verdict });
}
