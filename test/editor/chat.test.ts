import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chatHandler } from '../../src/editor/chat/chatHandler';
import { ChatSessions } from '../../src/editor/chats/chatSessions';
import { rover } from '../../src/engine/strategies/rover';
import { embeddedSetup, modelSetup, type RunSetup } from '../../src/engine/strategies/runSetup';
import { systemClock } from '../../src/system/node/systemClock';
import { chatProvider, testModel } from './chatProvider';
import { eventually } from './eventually';
import { type ModelParts, modelParts, setModelSettings } from './modelParts';
import { chatToken, locateExample, memoryIndex, type RunParts, runParts } from './runParts';

const key = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';
const texts = {
	'shop.py': `def total(prices):\n    token = "${key}"\n    return sum(prices[1:])\n`,
	'vault.py': 'def combination():\n    return 1\n',
};
const issue = 'total() forgets the first price\n\ntotal([10, 20]) should return 30, but it returns 20.';

/** What a chat was shown, in order. */
class RecordedStream {
	readonly shown: (readonly [kind: string, text: string])[] = [];
	readonly anchors: vscode.Location[] = [];
	readonly buttons: vscode.Command[] = [];

	get text(): string {
		return this.shown
			.map(([, text]) => text)
			.join('\n')
			.replaceAll('&nbsp;', ' ')
			.replaceAll('\u200b', '');
	}

	readonly stream = {
		markdown: (value: string | vscode.MarkdownString) => {
			assert.ok(typeof value === 'string' || (value.isTrusted !== true && value.supportHtml !== true));
			this.shown.push(['markdown', typeof value === 'string' ? value : value.value]);
		},
		progress: (value: string) => this.shown.push(['progress', value]),
		anchor: (value: vscode.Location, title = '') => {
			this.anchors.push(value);
			this.shown.push(['anchor', title]);
		},
		button: (command: vscode.Command) => {
			this.buttons.push(command);
			this.shown.push(['button', command.title]);
		},
	} as unknown as vscode.ChatResponseStream;
}

describe('the chat participant', () => {
	const made: (() => Promise<void>)[] = [];
	afterEach(async () => {
		for (const dispose of made.splice(0)) {
			await dispose();
		}
	});

	interface Chat extends RunParts {
		/** The chats whose files were remembered. */
		readonly begun: string[];
		readonly wanted: (readonly [goal: string | undefined, model: string | undefined])[];
		ask(
			command: string | undefined,
			prompt: string,
			mode?: string,
			chat?: string,
		): Promise<RecordedStream & vscode.ChatResult>;
		readonly cancel: () => void;
	}

	/** A window's chat over real runs; the models are those of the provider of the tests. */
	async function chat(files: Readonly<Record<string, string>> = texts, setup?: RunSetup | 'declined'): Promise<Chat> {
		const parts: ModelParts = modelParts();
		const { vendor } = await chatProvider();
		for (const mode of ['search', 'default', 'quota', 'slow']) {
			const known = parts.memory.get('models.found') as object | undefined;
			const found = { replyForm: 'tools', atMs: parts.clock.nowMs };
			(parts.memory as Map<string, unknown>).set('models.found', { ...known, [`vscode:${vendor}/${mode}`]: found });
		}
		const wanted: Chat['wanted'] = [];
		const runs = runParts({
			locate: locateExample,
			texts: files,
			setup: async (watch, { goal, model }) => {
				wanted.push([goal, model?.modelName]);
				const opened = await model?.current();
				if (goal === 'fix') {
					return setup === 'declined' ? undefined : setup;
				}
				return opened === undefined
					? embeddedSetup(rover)
					: modelSetup(rover, opened, { ...watch, clock: systemClock, caps: {}, maxRounds: 5, seeds: false });
			},
		});
		made.push(
			() => runs.dispose(),
			() => parts.dispose(),
		);
		const extension = vscode.extensions.getExtension('faultline.faultline');
		const begun: string[] = [];
		const index = memoryIndex(files);
		const deps = {
			...runs,
			models: parts.models,
			index,
			extension,
			chats: new ChatSessions({ beginChat: async id => void begun.push(id) }),
		};
		const handler = chatHandler(deps as unknown as Parameters<typeof chatHandler>[0]);
		const source = new vscode.CancellationTokenSource();
		return {
			...{ ...runs, begun, wanted, cancel: () => source.cancel() },
			ask: async (command, prompt, mode = 'search', chat = 'one') => {
				const recorded = new RecordedStream();
				const model = await testModel(mode);
				const request = { command, prompt, model, references: [], toolInvocationToken: chatToken(chat) };
				const result = await handler(
					request as unknown as vscode.ChatRequest,
					{ history: [] },
					recorded.stream,
					source.token,
				);
				return Object.assign(recorded, result ?? {});
			},
		};
	}

	const nSent = async () => (await chatProvider()).requests.length;

	it('locates without a model where the user chose none, and shows links, evidence and the run', async () => {
		const { ask, shown, wanted } = await chat();
		const before = await nSent();
		const { text, anchors, buttons, metadata, errorDetails } = await ask('locate', issue);
		assert.equal(errorDetails, undefined);
		assert.deepEqual(wanted, [[undefined, undefined]]);
		assert.equal(await nSent(), before);
		assert.match(text, /Indexed 2 files[\s\S]*: the fix changes total\. 2 regions to read:[\s\S]*shop\.py:1-3/);
		assert.deepEqual(
			anchors.map(({ uri, range }) => [uri.path.split('/').at(-1), range.start.line, range.end.line]),
			[
				['shop.py', 0, 2],
				['vault.py', 0, 1],
			],
		);
		const { id } = shown.run ?? assert.fail('no run is shown');
		assert.deepEqual(buttons.at(-1), { title: 'Show Run', command: 'faultline.runs.show', arguments: [id] });
		assert.deepEqual(
			metadata?.followups.map(({ command }: vscode.ChatFollowup) => command),
			['explain', 'fix'],
		);
		assert.deepEqual([shown.run?.issue.title, shown.run?.engine], ['total() forgets the first price', 'embedded']);
	});

	it('shows the lines to read without secrets, once in a chat', async () => {
		const { ask, begun } = await chat();
		const code =
			/\n```\n1\tdef total\(prices\):\n2\t {4}token = "\[removed[^\n]*\n3\t {4}return sum\(prices\[1:\]\)\n```/;
		assert.match((await ask('locate', issue)).text, code);
		const again = await ask('locate', issue);
		assert.match(again.text, /shop\.py:1-3\n\s*Its code is shown above\\?\./);
		assert.doesNotMatch(again.text, /```/);
		assert.match((await ask('locate', issue, 'search', 'two')).text, code);
		assert.deepEqual(
			begun.map(id => id.split('/').at(-1)),
			['one', 'one', 'two'],
		);
	});

	it("locates with the chat's model where the user chose a model, after the review of what is sent", async () => {
		await setModelSettings({ model: 'vscode:other/one' });
		const { ask, shown, controller, wanted } = await chat();
		const before = await nSent();
		const asked = ask(undefined, issue);
		await eventually(() => shown.run?.pause?.reason === 'review');
		assert.equal(await nSent(), before);
		controller.supervisor?.agree(undefined);
		const { text } = await asked;
		assert.deepEqual(wanted, [[undefined, 'Test search']]);
		assert.match(text, /Review what will be sent[\s\S]*Review[\s\S]*shop\.py:1-3/);
		assert.deepEqual([shown.run?.engine, shown.run?.state], ['Test search', 'done']);
	});

	it("explains a location with the chat's model, through the gate and in the log, and leaves the run as it ended", async () => {
		const { ask, shown, controller } = await chat();
		await ask('locate', issue);
		const asked = ask('explain', '1 why this one?', 'default');
		await eventually(() => shown.run?.pause?.reason === 'review');
		controller.supervisor?.agree(undefined);
		const { text, buttons } = await asked;
		assert.match(text, /total \(shop\.py:1-3\)[\s\S]*Hello there\./);
		assert.equal(buttons.at(-1)?.title, 'Show Run');
		const { requests } = await chatProvider();
		const sent = JSON.stringify(requests.at(-1)?.messages);
		assert.match(sent, /sum\(prices\[1:\]\)[\s\S]*why this one\?/);
		assert.ok(!sent.includes(key));
		assert.deepEqual([shown.run?.state, shown.run?.engine, shown.run?.nRequests], ['done', 'embedded', 1]);
		assert.equal(shown.run?.selected.locations.length, 1);
		const again = await ask('explain', 'total', 'quota');
		assert.match(again.errorDetails?.message ?? '', /allowance/);
		assert.deepEqual([shown.run?.state, shown.run?.selected.locations.length], ['done', 1]);
	});

	it('explains nothing of a hidden file', async () => {
		const { ask, controller, shown } = await chat({ ...texts, '.aiignore': 'shop.py\n' });
		await ask('locate', issue);
		const before = await nSent();
		const asked = ask('explain', '', 'default');
		await eventually(() => shown.run?.pause?.reason === 'review');
		controller.supervisor?.agree(undefined);
		assert.equal((await asked).errorDetails?.message, 'shop.py is hidden from models by .aiignore.');
		assert.equal(await nSent(), before);
	});

	it("fixes in the run shown, with the chat's model, and ends quietly where the user does not agree", async () => {
		const { ask, wanted, shown } = await chat(texts, 'declined');
		await ask('locate', issue);
		const { errorDetails, shown: parts } = await ask('fix', '');
		assert.deepEqual([errorDetails, parts], [undefined, []]);
		assert.deepEqual(wanted.at(-1), ['fix', 'Test search']);
		assert.equal(shown.run?.goal, undefined);
	});

	it('fixes what is described once it is located', async () => {
		const { ask, shown } = await chat(texts, embeddedSetup({ name: 'rover', needs: [], run: async () => undefined }));
		const { text } = await ask('fix', issue);
		assert.match(text, /2 regions to read[\s\S]*No patch for/);
		assert.equal(shown.run?.goal, 'fix');
	});

	it('states what is missing', async () => {
		const { ask } = await chat();
		const messageOf = async (command: string, prompt: string) => (await ask(command, prompt)).errorDetails?.message;
		assert.match((await messageOf('locate', ' ')) ?? '', /^Describe the bug/);
		assert.match((await messageOf('explain', '')) ?? '', /^There is nothing to explain yet/);
		const fix = await ask('fix', '');
		assert.match(fix.errorDetails?.message ?? '', /^There is nothing to fix yet/);
		assert.deepEqual(
			fix.buttons.map(({ command }) => command),
			['faultline.run.start'],
		);
		await ask('locate', issue);
		assert.equal(await messageOf('explain', '7'), 'There is no location 7: the run has 1.');
	});

	it('cancels its run with the request', async () => {
		await setModelSettings({ model: 'vscode:other/one' });
		const { ask, shown, controller, cancel } = await chat();
		const before = await nSent();
		const asked = ask('locate', issue, 'slow');
		await eventually(() => shown.run?.pause?.reason === 'review');
		controller.supervisor?.agree(undefined);
		await eventually(async () => (await nSent()) > before);
		cancel();
		assert.equal((await asked).errorDetails, undefined);
		assert.equal(shown.run?.state, 'cancelled');
	});

	it('shows text of the code and the issue without markup', async () => {
		const hostile = 'total([10, 20]) should return 30 [x](command:y) <b> \u202e ![p](https://example.org/p.png)';
		const { ask } = await chat();
		const { shown } = await ask('locate', `total() forgets [x](command:y)\n\n${hostile}`);
		assert.doesNotMatch(shown.map(([, text]) => text).join('\n'), /(?<!\\)\]\(|\u202e|(?<!\\)<b>/);
	});
});
