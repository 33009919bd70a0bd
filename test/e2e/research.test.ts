import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ChatBody } from '../support/chatBody';
import { commitAll, git } from '../support/gitRepository';
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
			['find_references', { name: 'minutes_between' }],
			['search_commits', { query: 'minutes_between', path: 'tally/clock.py' }],
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
					cause: 'It subtracts two times of a day, which is negative where the end is on the next day.',
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

	/** Its last commit made the bug. */
	function makeHistory(): void {
		const clock = join(workbench().folder, 'tally/clock.py');
		const text = readFileSync(clock, 'utf8');
		writeFileSync(clock, text.replace('return end - start', 'return (end - start) % MINUTES_PER_DAY'));
		commitAll(workbench().folder);
		writeFileSync(clock, text);
		git(
			workbench().folder,
			'commit',
			'-q',
			'-a',
			'-m',
			'clock: subtract in minutes_between, as entries end on their day',
		);
	}

	it('ends with what its searches agree on', async () => {
		makeHistory();
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
		await (await view('.row-location >> text=Cause: It subtracts two times of a day')).waitFor();
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

	it('shows the changes of a commit', async () => {
		await open('.row-memoryPart:has-text("search_commits")');
		const commit = (await view('.row-memoryPart')).filter({ hasText: 'clock: subtract in minutes_between' });
		await commit.locator('.link-text').click();
		await workbench()
			.page.locator('.tab.active', { hasText: /[0-9a-f]{10}\.diff/ })
			.waitFor();
		await workbench()
			.page.locator('.view-line', { hasText: 'return (end - start) % MINUTES_PER_DAY' })
			.first()
			.waitFor();
		await workbench().screenshot('research-commit');
	});

	it('pins a result, as the user decides', async () => {
		const searched = (await view('.row-memoryPart')).filter({ hasText: 'search_code("minutes_between(' });
		const choose = async (title: RegExp) => {
			await searched.click({ button: 'right' });
			// A click that comes with the menu is not taken for one on it.
			await workbench().page.locator('.monaco-menu .action-item', { hasText: title }).hover();
			await workbench().page.keyboard.press('Enter');
		};
		await choose(/^Pin in Memory$/);
		await searched.locator('.codicon-pinned').waitFor();
		await choose(/^Unpin in Memory$/);
		await searched.locator('.codicon-pinned').waitFor({ state: 'detached' });
		await choose(/^Pin in Memory$/);
		await searched.locator('.codicon-pinned').waitFor();
		await (await view('.row-memoryPart >> text=pinned')).first().waitFor();
		await workbench().screenshot('research-pinned');
	});

	it('opens the code of one hit of a search', async () => {
		await open('.row-memoryPart:has-text("search_code")');
		const hits = (await view('.row-memoryPart')).filter({ hasText: 'tally/entries.py:' });
		await hits.first().locator('.link-text').click();
		await workbench().page.locator('.tab.active', { hasText: 'entries.py' }).waitFor();
	});

	it('has room for the memory in an editor', async () => {
		await workbench().runFromView('Open Run in Editor');
		const inTab = await workbench().webviewFrame('tab');
		for (const row of [
			'.row-node:has-text("Trajectory 1:")',
			'.row-memory',
			'.row-memoryPart:has-text("search_commits")',
		]) {
			await inTab.locator(`${row}[aria-expanded=false]`).first().click();
			await inTab.locator(`${row}[aria-expanded=true]`).first().waitFor();
		}
		await inTab.locator('.row-memoryPart >> text=clock: subtract in minutes_between').waitFor();
		await workbench().screenshot('research-memory-tab');
		await workbench().page.keyboard.press('Control+W');
	});

	it('can be read in a dark theme and in high contrast', async () => {
		for (const theme of ['Dark Modern', 'Dark High Contrast'] as const) {
			await workbench().setColorTheme(theme);
			await workbench().screenshot(`research-memory-${theme.toLowerCase().replaceAll(' ', '-')}`);
			await assertAccessible();
		}
	});
});
