import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ChatBody } from '../support/chatBody';
import type { ScriptedReply } from '../support/scriptedAnswer';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { accessibilityProblems } from './accessibilityProblems';
import { useWorkbench } from './useWorkbench';

const usage = { input: 2600, output: 120, cached: 1024 };
const probed: ScriptedReply = { toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] };

function called(text: string, ...calls: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[]) {
	return { text, usage, toolCalls: calls.map(([name, args]) => ({ name, arguments: args })) };
}

/** The next step of a model that decides by what its memory shows. */
function answer(body: ChatBody): ScriptedReply {
	const text = JSON.stringify(body);
	if (!text.includes('<issue>')) {
		return probed;
	}
	if (!text.includes('round 1: ')) {
		return called(
			'The issue computes -1275 minutes: I read what subtracts two times, and who calls it.',
			['search_definition', { symbol: 'minutes_between' }],
			['search_definition', { symbol: 'Entry' }],
			['search_code', { query: 'minutes_between(' }],
		);
	}
	if (!text.includes('<notes>')) {
		return called(
			'minutes_between returns end - start. Entry only passes its times on.',
			['take_note', { text: 'minutes_between (tally/clock.py) is negative where the end is on the next day' }],
			['close_definition', { symbol: 'Entry' }],
		);
	}
	return called('The memory explains the cause and has the only place to change.', [
		'report_bug_locations',
		{
			bug_locations: [
				{
					...{ file: 'tally/clock.py', class: null, method: 'minutes_between', start_line: null, end_line: null },
					intended_behavior: 'Give the minutes to the next day where the end is before the start.',
				},
			],
		},
	]);
}

/** A run of the strategy `researcher`, with the memory of each of its searches. Each step continues from the previous one. */
describe('deep research', function () {
	this.bail(true);
	let server: ScriptedModelServer;

	before(async () => {
		server = await startScriptedModelServer();
		server.script(answer);
	});

	const workbench = useWorkbench(() => ({
		folder: 'sample/python',
		settings: {
			'faultline.endpoints': [{ name: 'Lab', baseUrl: server.baseUrl, model: 'gpt-lab' }],
			'faultline.model': 'endpoint:Lab',
			'faultline.strategy': 'researcher',
		},
	}));

	after(async () => {
		await server.close();
		server.assertNothingUnexpected();
	});

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	async function open(row: string): Promise<void> {
		await (await view(`${row}[aria-expanded=false]`)).first().click();
		await (await view(`${row}[aria-expanded=true]`)).first().waitFor();
	}

	async function assertAccessible(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
	}

	it('ends with what its searches agree on', async () => {
		await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await workbench().runCommand('Faultline: Locate Bug from Issue');
		await workbench().quickPickRows().filter({ hasText: 'Paste or type the issue' }).first().click();
		const box = await view('textarea#issue');
		await box.fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
		await box.press('Control+Enter');
		await (await view('textarea#review:focus')).waitFor();
		assert.match(await (await view('.pause-panel')).innerText(), /At most 5 searches of 15 rounds, 60 requests/);
		await (await view('.pause-panel button.primary')).click();
		await (await view('text=Compared 5 trajectories: 5 name minutes_between')).waitFor();
		await (await view('.row-location >> text=minutes_between')).waitFor();
		await workbench().screenshot('research-result');
	});

	it('shows the working memory of each search, with what it costs', async () => {
		await open('.row-node:has-text("Trajectory 1:")');
		await open('.row-memory');
		await (await view('.row-memoryPart >> text=closed')).first().waitFor();
		await (await view('.row-memoryNote >> text=is negative where the end is on the next day')).waitFor();
		await workbench().screenshot('research-memory');
		await assertAccessible();
	});

	it('closes and opens a result, as the user decides', async () => {
		const closed = (await view('.row-memoryPart')).filter({ hasText: '"Entry"' });
		await closed.locator('.closed').waitFor();
		await (await view('.row-memory[aria-selected=true]')).press('ArrowDown');
		await (await view('.row-memoryPart[aria-selected=true]')).press('ArrowDown');
		await (await view('.row-memoryPart[aria-selected=true]:has(.closed)')).press('Delete');
		await closed.locator('.body:not(.closed)').waitFor();
		await closed.hover();
		await closed.locator('.icon-button').click();
		await closed.locator('.closed').waitFor();
	});

	it('opens the code of a result', async () => {
		const part = (await view('.row-memoryPart')).filter({ hasText: 'search_definition("minutes_between")' });
		await part.click();
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
	});

	it('can be read in a dark theme and in high contrast', async () => {
		for (const theme of ['Dark Modern', 'Dark High Contrast'] as const) {
			await workbench().setColorTheme(theme);
			await workbench().screenshot(`research-memory-${theme.toLowerCase().replaceAll(' ', '-')}`);
			await assertAccessible();
		}
	});
});
