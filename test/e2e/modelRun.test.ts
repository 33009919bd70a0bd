import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ScriptedAnswer, ScriptedReply } from '../support/scriptedAnswer';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { accessibilityProblems } from './accessibilityProblems';
import { useWorkbench } from './useWorkbench';

const clock = { file: 'tally/clock.py', method: 'minutes_between' };
const usage = { input: 2100, output: 140, cached: 1024 };

const probed: ScriptedReply = { toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] };

const looked: ScriptedReply = {
	text: 'The report subtracts the shift that ends after midnight. The issue computes -1275 with minutes_between, so I look at it first, and at who calls it.',
	toolCalls: [
		{ name: 'search_method', arguments: { method_name: 'minutes_between' } },
		{ name: 'search_class', arguments: { class_name: 'Entry' } },
	],
	usage,
};

const suspected: ScriptedReply = {
	text: 'minutes_between returns end - start, which is negative when the end lies on the next day. I make sure that the report adds nothing of its own.',
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: { bug_locations: [{ ...clock, intended_behavior: 'Count an end before the start as the next day.' }] },
		},
		{ name: 'search_code', arguments: { query: 'minutes_between(' } },
	],
	usage,
};

const decided: ScriptedReply = {
	text: 'The callers only pass the times on. The bug is in minutes_between alone.',
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: {
				bug_locations: [
					{ ...clock, intended_behavior: 'Give the minutes to the next day where the end is before the start.' },
				],
			},
		},
	],
	usage,
};

const changedMind: ScriptedReply = {
	text: 'With that, reading the rows matters as well: an entry that ends where it starts must stay a day of zero minutes.',
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: {
				bug_locations: [
					{ ...clock, intended_behavior: 'Give the minutes to the next day where the end is before the start.' },
					{
						...{ file: 'tally/entries.py', class: 'Entry', method: 'minutes' },
						intended_behavior: 'Keep an entry that ends where it starts at zero minutes.',
					},
				],
			},
		},
	],
	usage,
};

/** A run with a model, from the review of what is sent to feedback on a round. Each step continues from the previous one. */
describe('locating a bug with a model', function () {
	this.bail(true);
	let server: ScriptedModelServer;

	before(async () => {
		server = await startScriptedModelServer();
	});

	const workbench = useWorkbench(() => ({
		folder: 'sample/python',
		settings: {
			'faultline.endpoints': [{ name: 'Lab', baseUrl: server.baseUrl, model: 'gpt-lab' }],
			'faultline.model': 'endpoint:Lab',
			'faultline.caps.requests': 3,
			'faultline.pricing': { 'gpt-lab': { input: 2, cachedInput: 0.5, output: 8 } },
		},
	}));

	after(async () => {
		await server.close();
		server.assertNothingUnexpected();
	});

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	/** The answers of the server, one after the other; the first requests probe the model. */
	function script(...answers: readonly ScriptedAnswer[]): void {
		const left = [...answers];
		server.script(body => (JSON.stringify(body).includes('<issue>') ? left.shift() : probed));
	}

	async function assertAccessible(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
	}

	it('shows what will be sent, and to whom, before anything is', async () => {
		script({ fault: 'hang', text: 'The report subtracts the shift that ends after midnight. The issue computes' });
		await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await workbench().runCommand('Faultline: Locate Bug from Issue');
		await workbench().quickPickRows().filter({ hasText: 'Paste or type the issue' }).first().click();
		const box = await view('textarea#issue');
		await box.fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
		await (await view('.issue-box >> text=are sent there')).waitFor();
		await workbench().screenshot('model-issue-box');
		await box.press('Control+Enter');
		await (await view('textarea#review:focus')).waitFor();
		const panel = await (await view('.pause-panel')).innerText();
		assert.match(panel, /Will be sent to 127\.0\.0\.1:\d+: this text/);
		assert.match(panel, /At most 15 rounds, 3 requests/);
		assert.ok(!server.bodies.some(body => JSON.stringify(body).includes('<issue>')));
		await workbench().screenshot('model-review');
		await assertAccessible();
	});

	it('sends the issue as the user edited it, and shows the streamed answer', async () => {
		const box = await view('textarea#review');
		await box.fill(`${await box.inputValue()}\n\nOnly night shifts are wrong.`);
		await (await view('.pause-panel button.primary')).click();
		await (await view('.coming >> text=The issue computes')).waitFor();
		assert.match(JSON.stringify(server.bodies.at(-1)), /Only night shifts are wrong\./);
		await (await view('footer >> text=1 of 3 requests')).waitFor();
		await workbench().screenshot('model-streaming');
		await assertAccessible();
	});

	it('keeps the results when it is cancelled, and continues from there', async () => {
		await (await view('footer >> text=Cancel')).click();
		await (await view('.ending >> text=Cancelled')).waitFor();
		script(looked, suspected, decided);
		await (await view('footer >> text=Resume')).click();
		await (await view('.pause-panel[role=alert]')).waitFor();
	});

	it('asks at a cap, and continues with a raised limit', async () => {
		assert.match(await (await view('.pause-panel')).innerText(), /3 requests are used up\./);
		await (await view('.row-locations >> text=So far')).waitFor();
		await (await view('.row-locations >> text=/[0-9]+ locations?/')).waitFor();
		await workbench().screenshot('model-cap');
		await assertAccessible();
		await (await view('.pause-panel >> text=Continue with 3 More')).click();
		await (await view('footer >> text=Give Feedback')).waitFor();
		await (await view('.row-location')).first().waitFor();
	});

	it('shows each round in one line with what it cost', async () => {
		const rounds = await (await view('.row-node')).allInnerTexts();
		assert.equal(rounds.length, 3);
		assert.match(rounds[0] ?? '', /Looked for minutes_between and Entry[\s\S]*2\.2k tokens/);
		assert.match(rounds[2] ?? '', /Named 1 location: minutes_between/);
		assert.match(await (await view('footer .spent')).innerText(), /4 of 6 requests · .*tokens.* · cost 0\.0\d/);
		await workbench().screenshot('model-done');
	});

	it('opens a round with the reasoning and calls of the model', async () => {
		await (await view('.row-node .twistie')).first().click();
		await (await view('.row-modelText >> text=so I look at it first')).waitFor();
		await workbench().screenshot('model-round');
		await assertAccessible();
	});

	it('shows word for word what was sent', async () => {
		await workbench().runFromView('Show Full Detail');
		await (await view('.row-request')).first().waitFor();
		await workbench().screenshot('model-full');
		await assertAccessible();
		await (await view('.row-request >> text=Show Request')).first().click();
		await workbench().page.locator('.tab.active', { hasText: 'Sent in round 1' }).waitFor();
		await workbench().page.locator('.view-line', { hasText: 'Sent to gpt-lab at 127.0.0.1' }).first().waitFor();
		await workbench().screenshot('model-sent');
		await workbench().runFromView('Show Simple Detail');
	});

	it('takes feedback on a round, and continues from there in a branch', async () => {
		script(changedMind);
		await (await view('.row-node')).first().hover();
		await (await view('.row-node .icon-button')).first().click();
		await (await view('textarea#feedback:focus')).waitFor();
		await (await view('textarea#feedback')).fill('What about an entry that ends where it starts?');
		await workbench().screenshot('model-feedback');
		await assertAccessible();
		await workbench().page.keyboard.press('Control+Enter');
		await (await view('.row-branch')).waitFor();
		assert.match(await (await view('.row-branch')).innerText(), /What about an entry.*after round 1/);
		// The footer of the run before stays until the branch has begun, so the new location is waited for first.
		await (await view('.row-location')).filter({ hasText: 'Entry.minutes' }).waitFor();
		await (await view('footer >> text=Give Feedback')).waitFor();
		assert.equal(await (await view('.row-location')).count(), 2);
		await workbench().screenshot('model-branch');
		await assertAccessible();
	});

	it('asks for feedback from the palette, too, and gives the focus back', async () => {
		await workbench().runCommand('Faultline: Give Feedback');
		await workbench().quickPickRows().filter({ hasText: 'Round 2a' }).first().click();
		await (await view('textarea#feedback:focus')).waitFor();
		await workbench().page.keyboard.press('Escape');
		await (await view('[role=treeitem]:focus')).waitFor();
		assert.equal(await (await view('textarea#feedback')).count(), 0);
	});

	it('can be read in a dark theme and in high contrast', async () => {
		for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light Modern'] as const) {
			await workbench().setColorTheme(theme);
			await assertAccessible();
			await workbench().screenshot(`model-${theme.toLowerCase().replaceAll(' ', '-')}`);
		}
	});

	it('marks the places the model named, with its intended behavior in a hover', async () => {
		await (await view('.row-location .title')).first().click();
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		await workbench()
			.page.locator('.monaco-editor .view-line:has-text("def minutes_between") >> text=minutes_between')
			.first()
			.hover();
		const hover = workbench().page.locator('.monaco-hover:visible', { hasText: 'Intended behavior' }).first();
		await hover.waitFor();
		// Zero-width spaces let its lines break.
		assert.match((await hover.innerText()).replaceAll('\u200b', ''), /minutes\sto\sthe\snext\sday/);
		// It fades in.
		await workbench().page.waitForTimeout(500);
		await workbench().screenshot('model-hover');
	});

	it('compares two runs', async () => {
		script(decided);
		await (await view('footer >> text=Locate Another Bug')).click();
		await (await view('textarea#issue')).fill('The total of the week is negative: minutes_between gives -1275.');
		await (await view('textarea#issue')).press('Control+Enter');
		await (await view('textarea#review:focus')).press('Control+Enter');
		await (await view('footer >> text=Give Feedback')).waitFor();
		await workbench().runFromView('Compare Runs');
		await workbench().quickPickRows().nth(1).waitFor();
		await workbench().page.keyboard.press('Enter');
		await workbench().page.locator('.quick-input-title', { hasText: '2/2' }).waitFor();
		await workbench().page.keyboard.press('Enter');
		await workbench().page.locator('.tab.active', { hasText: 'Compared runs' }).waitFor();
		await workbench().page.locator('.view-line', { hasText: 'Named by both' }).waitFor();
		await workbench().screenshot('model-compared');
	});
});
