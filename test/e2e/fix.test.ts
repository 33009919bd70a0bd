import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ScriptedReply } from '../support/scriptedAnswer';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { accessibilityProblems } from './accessibilityProblems';
import { isShownSoon } from './isShownSoon';
import { useWorkbench } from './useWorkbench';
import type { Workbench } from './workbench';

const probed: ScriptedReply = { toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] };
const usage = { input: 1800, output: 120 };

const named: ScriptedReply = {
	text: 'The report subtracts because minutes_between returns end - start.',
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: {
				bug_locations: [
					{
						...{ file: 'tally/clock.py', method: 'minutes_between' },
						intended_behavior: 'Give the minutes to the next day where the end is before the start.',
					},
				],
			},
		},
	],
	usage,
};

const written = `from tally.clock import minutes_between, parse_time

print("22:30 to 01:15 ...")
got = minutes_between(parse_time("22:30"), parse_time("01:15"))
assert got == 165, f"expected 165 minutes, got {got}"
print("is 165 minutes")
`;

const reproduces: ScriptedReply = {
	text: 'A shift over midnight, as the issue has it.',
	toolCalls: [{ name: 'write_reproducer', arguments: { program: written } }],
	usage,
};
/** A turn that replaces this text in the function. */
function editTo(original: string, patched: string, next: string): ScriptedReply {
	return {
		text: 'The end lies on the next day when it is before the start.',
		toolCalls: [
			{ name: 'edit', arguments: { path: 'tally/clock.py', original, patched } },
			{ name: next, arguments: {} },
		],
		usage,
	};
}

const [wrong, right] = ['return end - start', 'return (end - start) % MINUTES_PER_DAY'];
const edits = editTo(wrong, right, 'nearest_tests');
const submits: ScriptedReply = { toolCalls: [{ name: 'submit', arguments: { summary: 'It wraps.' } }], usage };

const approved: ScriptedReply = {
	text: '{"patch-correct": "yes", "patch-analysis": "Red before, green after.", "test-correct": "yes", "test-analysis": "It checks the shift of the issue."}',
	usage,
};

/** Pastes the issue of the sample, and agrees that it is sent. */
async function locateSampleBug(workbench: Workbench): Promise<void> {
	const view = async (selector: string) => (await workbench.webviewFrame()).locator(selector);
	await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await workbench.runCommand('Faultline: Locate Bug from Issue');
	await workbench.quickPickRows().filter({ hasText: 'Paste or type the issue' }).first().click();
	const box = await view('textarea#issue');
	await box.fill(readFileSync(join(workbench.folder, 'ISSUE.md'), 'utf8'));
	await box.press('Control+Enter');
	await (await view('.pause-panel button.primary')).click();
}

/** The sample, and a model that locates its bug and fixes it. Call it in a suite. */
function useFixingWorkbench(settings: Readonly<Record<string, unknown>>): () => Workbench {
	let server: ScriptedModelServer;

	before(async () => {
		server = await startScriptedModelServer();
		const left = [named, reproduces, edits, submits, approved];
		server.script(body => (JSON.stringify(body).includes('<issue>') ? left.shift() : probed));
	});

	const workbench = useWorkbench(() => ({
		folder: 'sample/python',
		settings: {
			'faultline.endpoints': [{ name: 'Lab', baseUrl: server.baseUrl, model: 'gpt-lab' }],
			'faultline.model': 'endpoint:Lab',
			'faultline.fix.testCommand': 'python3 -m unittest discover',
			...settings,
		},
	}));

	after(async () => {
		await server.close();
		server.assertNothingUnexpected();
	});

	return workbench;
}

/** From a located bug to a judged patch. Each step continues from the previous one. */
describe('writing a patch', function () {
	this.bail(true);
	const workbench = useFixingWorkbench({});

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	it('is offered once a bug is located', async () => {
		await locateSampleBug(workbench());
		await (await view('footer >> text=Write a Patch')).waitFor();
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
	});

	it('asks before it runs what the model writes', async () => {
		await (await view('footer >> text=Write a Patch')).click();
		const dialog = workbench().page.locator('.monaco-dialog-box');
		await dialog.getByText('Let Faultline run programs that gpt-lab writes?').waitFor();
		await dialog.getByText('python3 -m unittest discover').waitFor();
		await workbench().screenshot('fix-consent');
		await dialog.getByRole('button', { name: 'Only in This Run' }).click();
		// What the programs print is sent as well.
		await (await view('.pause-panel >> text=what reproducers and tests print')).waitFor();
		await (await view('.pause-panel button.primary')).click();
	});

	it('shows the reproducer red before the patch and green after it, in the terminal', async () => {
		await (await view('footer >> text=Review Patch 1')).waitFor();
		await openPhase(workbench(), 'Patch');
		await (
			await view(
				'.row-node >> text=/The reproducer passes with the patch. By its exit code only, the test command passes with the patch, and fails without it/',
			)
		).waitFor();
		await (await view('.row-node >> text=/The reviewer approves the patch/')).waitFor();
		const tab = workbench().page.locator('.single-terminal-tab', { hasText: 'Faultline: Reproducer' });
		await tab.locator('.codicon-check').waitFor();
		await workbench().screenshot('fix-green');
		await workbench().runCommand('Terminal: Scroll to Top');
		await workbench().page.waitForTimeout(500);
		await workbench().screenshot('fix-red');
		await openPhase(workbench(), 'Reproduce');
		await (await view('.row-node >> text=/Reproduced: Its assertion failed/')).click();
		await (await view('.row-ran >> text=/Without a patch: fails/')).waitFor();
		await (await view('.row-reproducer')).click();
		await workbench().page.locator('.view-line', { hasText: 'from tally.clock import' }).first().waitFor();
		await workbench().screenshot('fix-reproducer');
		assert.match(readFileSync(join(workbench().folder, 'tally', 'clock.py'), 'utf8'), /return end - start\n/);
	});

	it('keeps the reproducer as a test, red while the bug is there', async () => {
		await workbench().runCommand('Testing: Focus on Test Explorer View');
		const row = workbench().page.locator('.test-explorer .monaco-list-row', {
			hasText: 'Entries that end after midnight',
		});
		await row.waitFor();
		await row.hover();
		await row.locator('[aria-label*="Run Test"]').first().click();
		await workbench().page.locator('.monaco-dialog-box').getByRole('button', { name: 'Run Once' }).click();
		await row.locator('.codicon-testing-failed-icon').waitFor();
		await workbench().screenshot('fix-test');
	});

	it('names the debugger that is missing', async () => {
		const row = workbench().page.locator('.test-explorer .monaco-list-row', {
			hasText: 'Entries that end after midnight',
		});
		await row.hover();
		await row.locator('[aria-label*="Debug Test"]').first().click();
		await workbench().page.locator('.monaco-dialog-box').getByRole('button', { name: 'Run', exact: true }).click();
		await row.locator('.codicon-testing-error-icon').waitFor();
		const notice = await workbench().notification('ms-python.debugpy');
		await notice.getByText('Show Extension').waitFor();
		await workbench().screenshot('fix-no-debugger');
	});
});

/** A model whose patches for the first place are wrong, each time that it is told so. */
describe('a dead end', function () {
	this.bail(true);
	let server: ScriptedModelServer;

	before(async () => {
		server = await startScriptedModelServer();
		const elsewhere: ScriptedReply = {
			text: 'The times are parsed wrongly.',
			toolCalls: [
				{
					name: 'report_bug_locations',
					arguments: { bug_locations: [{ file: 'tally/clock.py', method: 'parse_time', intended_behavior: '' }] },
				},
			],
			usage,
		};
		const look: ScriptedReply = {
			text: 'I have to see the constant first.',
			toolCalls: [{ name: 'search_code', arguments: { query: 'MINUTES_PER_DAY' } }],
			usage,
		};
		const [second, third] = ['return abs(end - start)', 'return max(0, end - start)'];
		const left = [
			...[elsewhere, reproduces, elsewhere, look],
			...[editTo(wrong, second, 'submit'), editTo(second, third, 'submit'), submits],
			...[named, edits, submits, approved],
		];
		server.script(body => (JSON.stringify(body).includes('<issue>') ? left.shift() : probed));
	});

	const workbench = useWorkbench(() => ({
		folder: 'sample/python',
		settings: {
			'faultline.endpoints': [{ name: 'Lab', baseUrl: server.baseUrl, model: 'gpt-lab' }],
			'faultline.model': 'endpoint:Lab',
		},
	}));

	after(async () => {
		await server.close();
		server.assertNothingUnexpected();
	});

	it('has the agent begin again, with what failed, and its patch comes first', async () => {
		const view = async (selector: string) => (await workbench().webviewFrame()).locator(selector);
		await locateSampleBug(workbench());
		await (await view('footer >> text=Write a Patch')).click();
		await workbench().page.locator('.monaco-dialog-box').getByRole('button', { name: 'Only in This Run' }).click();
		await (await view('.pause-panel >> text=what reproducers and tests print')).waitFor();
		await (await view('.pause-panel button.primary')).click();
		await (await view('footer >> text=Review Patch 1')).waitFor();
		await openPhase(workbench(), 'Patch');
		await (await view('.row-node >> text=Began again, with what failed')).waitFor();
		for (const step of ['Locate', 'Patch']) {
			await openPhase(workbench(), step);
			await workbench().screenshot(`fix-dead-end-${step.toLowerCase()}`);
		}
	});
});

/** Shows a phase and what it contains. A key that is pressed while the view gets the focus is lost. */
async function openPhase(workbench: Workbench, name: string): Promise<void> {
	const frame = await workbench.webviewFrame();
	const hasText = new RegExp(`^\\s*${name}\\b`);
	const phase = frame.locator('.row-phase:focus').filter({ hasText });
	const opened = frame.locator('.row-phase[aria-expanded=true]').filter({ hasText });
	do {
		await frame.locator(`.step-name >> text=${name}`).click();
		if (await isShownSoon(phase)) {
			await workbench.page.keyboard.press('ArrowRight');
		}
	} while (!(await isShownSoon(opened)));
}

/** The user turned the project's tests off. */
describe("a fix without the project's tests", function () {
	this.bail(true);
	const workbench = useFixingWorkbench({ 'faultline.fix.runTests': false });

	it('does not ask for them, and runs only the reproducer', async () => {
		const view = async (selector: string) => (await workbench().webviewFrame()).locator(selector);
		await locateSampleBug(workbench());
		await (await view('footer >> text=Write a Patch')).click();
		const dialog = workbench().page.locator('.monaco-dialog-box');
		await dialog.getByText('Each patch is judged by a program that shows the bug').waitFor();
		assert.equal(await dialog.getByText("Your project's tests").count(), 0);
		await workbench().screenshot('fix-consent-without-tests');
		await dialog.getByRole('button', { name: 'Only in This Run' }).click();
		await (await view('.pause-panel >> text=what reproducers and tests print')).waitFor();
		await (await view('.pause-panel button.primary')).click();
		await (await view('footer >> text=Review Patch 1')).waitFor();
		await openPhase(workbench(), 'Patch');
		const outcome = (await view('.row-node')).filter({ hasText: 'The reproducer passes with the patch.' });
		await outcome.waitFor();
		assert.doesNotMatch(await outcome.innerText(), /tests/);
		await workbench().screenshot('fix-without-tests');
	});
});
