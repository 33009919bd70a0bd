import assert from 'node:assert/strict';
import { shownPatches } from '../../../src/patches/pure/acceptance/shownPatches';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import { type FromWebview, protocolVersion, type ToWebview } from '../../../src/webview/protocol/messages';
import { readFromWebview, readToWebview } from '../../../src/webview/protocol/readMessage';
import { exampleEvents, exampleRun } from '../../support/exampleRun';
import { patchOf, patchRunEvents } from '../../support/patchRun';
import { numbered } from '../../support/runEvents';

const session = { live: true, resumable: false, pausing: false };
const [patch] = shownPatches(
	foldRun(numbered(patchRunEvents('run', 'title', [patchOf('p1', { path: 'a.py', before: 'a\n', after: 'b\n' })]))),
);
assert.ok(patch);
const place = { file: 'a.py', startLine: 1, endLine: 2 };

const toWebview: { readonly [Type in ToWebview['type']]: Extract<ToWebview, { type: Type }> } = {
	snapshot: {
		...{ type: 'snapshot', run: exampleRun(), clipped: [{ node: 'r1', call: 'c1' }], session, maxLocations: 10 },
		limits: { maxRounds: 15, caps: { requests: 60 }, price: { input: 1, output: 2 } },
		model: { label: 'Endpoint: models.example', recipient: 'models.example' },
		...{ status: { state: 'building', done: 1, total: 2 }, detail: 'full', patches: [patch] },
		...{ isTrusted: true, lines: { x: { startLine: 3, endLine: 4 } } },
	},
	events: { type: 'events', events: exampleEvents(), clipped: [] },
	session: { type: 'session', session },
	status: { type: 'status', status: { state: 'noCode' } },
	detail: { type: 'detail', detail: 'simple' },
	patches: { type: 'patches', patches: [patch] },
	answer: { type: 'answer', node: 'r1', call: 'c1', text: 'text', places: [place] },
	found: { type: 'found', text: 'sum', nBefore: 0, nodes: ['r1'], isLast: true },
	lines: { type: 'lines', lines: { x: { startLine: 3, endLine: 4 } } },
	streamed: { type: 'streamed', node: 'r1', text: 'It is' },
	reveal: { type: 'reveal', target: { kind: 'location', id: 'x' } },
	compose: { type: 'compose', draft: 'text' },
	issueRefused: { type: 'issueRefused', message: 'why' },
	askFeedback: { type: 'askFeedback', round: 'r1' },
	feedbackRefused: { type: 'feedbackRefused', message: 'why' },
};

const fromWebview: { readonly [Type in FromWebview['type']]: Extract<FromWebview, { type: Type }> } = {
	ready: { type: 'ready' },
	resync: { type: 'resync' },
	locate: { type: 'locate', text: 'issue' },
	openPlace: { type: 'openPlace', place },
	openFrame: { type: 'openFrame', traceback: 0, fromInnermost: 2 },
	openLocation: { type: 'openLocation', location: 'x' },
	dismiss: { type: 'dismiss', location: 'x' },
	restore: { type: 'restore', location: 'x' },
	openReproducer: { type: 'openReproducer', reproducer: 't1' },
	readAnswer: { type: 'readAnswer', node: 'r1', call: 'c1' },
	find: { type: 'find', text: 'sum' },
	showSent: { type: 'showSent', node: 'r1', request: 'r1.m1' },
	agree: { type: 'agree', text: 'issue', forServer: false },
	decideCap: { type: 'decideCap', raise: true },
	raiseCap: { type: 'raiseCap', cap: 'tokens' },
	giveFeedback: { type: 'giveFeedback', round: 'r1', text: 'text' },
	actOnPatch: { type: 'actOnPatch', action: 'review', patch: 'p1' },
	openPatchFile: { type: 'openPatchFile', patch: 'p1', path: 'a.py' },
	openEvidence: { type: 'openEvidence', patch: 'p1', label: 'After' },
	changeMemory: { type: 'changeMemory', node: 'r1', change: 'closed', part: { call: 'c1', part: 0 } },
	openMemory: { type: 'openMemory', node: 'r1', part: { call: 'c1' } },
	setDetail: { type: 'setDetail', detail: 'full' },
	replay: { type: 'replay', to: 3 },
	cure: { type: 'cure', at: 0 },
	act: { type: 'act', action: 'cancel' },
};

const ends = [
	{ name: 'readToWebview', read: readToWebview as (data: unknown) => unknown, messages: Object.values(toWebview) },
	{
		name: 'readFromWebview',
		read: readFromWebview as (data: unknown) => unknown,
		messages: Object.values(fromWebview),
	},
];

for (const { name, read, messages } of ends) {
	describe(name, () => {
		for (const message of messages) {
			it(`takes ${message.type}, and no other version of it`, () => {
				const wire = { ...message, v: protocolVersion };
				assert.equal(read(wire), wire);
				assert.equal(read({ ...message, v: protocolVersion + 1 }), undefined);
				assert.equal(read(message), undefined);
			});

			it(`takes ${message.type} with no field left out or of another kind`, () => {
				for (const field of Object.keys(message).filter(key => !optional.has(`${message.type}.${key}`))) {
					const { [field]: _left, ...rest } = { ...message, v: protocolVersion } as Record<string, unknown>;
					assert.equal(read(rest), undefined, `without ${field}`);
					assert.equal(read({ ...rest, [field]: { odd: true } }), undefined, `odd ${field}`);
				}
			});
		}

		for (const data of [undefined, null, 7, 'ready', [], { v: 1 }, { v: 1, type: 'constructor' }, { v: 1, type: 7 }]) {
			it(`takes no ${JSON.stringify(data)}`, () => assert.equal(read(data), undefined));
		}
	});
}

/** Fields a message may lack; what they hold where they are there is looked at below. */
const optional = new Set(['snapshot.run', 'compose.draft', 'showSent.request']);

describe('readFromWebview', () => {
	const refused: readonly object[] = [
		{ type: 'openPlace', place: { ...place, startLine: 0 } },
		{ type: 'openPlace', place: { ...place, endLine: 1.5 } },
		{ type: 'openPlace', place: { ...place, file: 7 } },
		{ type: 'openFrame', traceback: 0, fromInnermost: '2' },
		{ type: 'act', action: 'workbench.action.quit' },
		{ type: 'actOnPatch', action: 'workbench.action.quit', patch: 'p1' },
		{ type: 'setDetail', detail: 'everything' },
		{ type: 'replay', to: 'start' },
		{ type: 'replay', to: 1.5 },
		{ type: 'decideCap', raise: 60 },
		{ type: 'showSent', node: 'r1', request: 7 },
	];
	for (const message of refused) {
		it(`refuses ${JSON.stringify(message)}`, () => {
			assert.equal(readFromWebview({ ...message, v: protocolVersion }), undefined);
		});
	}
});

describe('readToWebview', () => {
	it('takes a snapshot without a run, and none with half a run', () => {
		const { run: _run, ...empty } = toWebview.snapshot;
		assert.ok(readToWebview({ ...empty, v: protocolVersion }));
		assert.equal(readToWebview({ ...empty, run: { id: 'x' }, v: protocolVersion }), undefined);
	});
});
