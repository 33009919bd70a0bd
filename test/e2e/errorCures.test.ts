import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ScriptedAnswer, ScriptedReply } from '../support/scriptedAnswer';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { accessibilityProblems } from './accessibilityProblems';
import { useWorkbench } from './useWorkbench';

const probed: ScriptedReply = { toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] };
const decided: ScriptedReply = {
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: {
				bug_locations: [
					{ file: 'tally/clock.py', method: 'minutes_between', intended_behavior: 'Count an end as the next day.' },
				],
			},
		},
	],
};

function status(code: number, message: string): ScriptedAnswer {
	return { fault: 'status', status: code, body: { error: { message } } };
}

/** Errors of a model as users meet them: with what helps, in the view. Each step continues from the previous one. */
describe('errors with their cures', function () {
	this.bail(true);
	let server: ScriptedModelServer;

	before(async () => {
		server = await startScriptedModelServer();
	});

	const workbench = useWorkbench(
		() => ({
			folder: 'sample/python',
			settings: {
				'faultline.endpoints': [{ name: 'Lab', baseUrl: server.baseUrl, model: 'gpt-lab' }],
				'faultline.model': 'endpoint:Lab',
			},
		}),
		/requires an API key/,
	);

	after(async () => {
		await server.close();
		server.assertNothingUnexpected();
	});

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	/** Answers to requests about the issue, one after the other; the others probe the model. */
	function script(...answers: readonly ScriptedAnswer[]): void {
		const left = [...answers];
		server.script(body => (JSON.stringify(body).includes('<issue>') ? left.shift() : probed));
	}

	/** What a run that ended so offers: the next step first. */
	async function ending(text: string): Promise<string> {
		const row = (await view('.ending')).filter({ hasText: text });
		await row.waitFor();
		const [first = '', ...steps] = await (await view('footer button')).allInnerTexts();
		return [first, ...(await row.locator('button').allInnerTexts()), ...steps].join(', ');
	}

	async function press(label: string): Promise<void> {
		await (await view(':is(.ending, footer) button')).filter({ hasText: label }).first().click();
	}

	async function assertAccessible(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
	}

	it('a key that is required: what the embedded localizer finds, and Set Key', async () => {
		server.script(() => status(401, 'Incorrect API key provided'));
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		const box = await view('textarea#issue');
		await box.fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
		await box.press('Control+Enter');
		assert.match(await ending('requires an API key'), /Set Key[\s\S]*Choose Model[\s\S]*Retry/);
		await (await view('.row-locations >> text=the model could not be asked')).waitFor();
		await (await view('.row-location')).first().waitFor();
		await workbench().screenshot('cure-401');
		await assertAccessible();
	});

	for (const [name, answer, text, labels] of [
		['403', status(403, 'Not for this project'), 'does not allow this', /Set Key[\s\S]*Choose Model/],
		['404', status(404, 'The model does not exist'), 'has no model "gpt-lab"', /Choose Model[\s\S]*Edit Endpoint/],
		['429', { fault: 'rateLimited', retryAfter: '20' }, 'Rate limit reached at', /Retry in \d+ s[\s\S]*Choose Model/],
		['500', status(500, 'oops'), 'failed with 500', /Retry[\s\S]*Choose Model/],
		['dropped', { fault: 'droppedConnection' }, 'closed the connection', /Retry[\s\S]*Choose Model/],
		['html', { fault: 'htmlPage' }, 'does not answer as a Chat Completions server', /Edit Endpoint/],
	] as const) {
		it(`${name}: says what helps`, async () => {
			server.script(() => answer);
			await press('Retry');
			assert.match(await ending(text), labels);
			await workbench().screenshot(`cure-${name}`);
		});
	}

	let isLimited = true;

	it('Set Key asks for the key and continues the run, which is reviewed before anything is sent', async () => {
		server.script(() => status(401, 'Incorrect API key provided'));
		await press('Retry');
		await ending('requires an API key');
		server.script(body => {
			const isOfIssue = JSON.stringify(body).includes('<issue>');
			return !isOfIssue ? probed : isLimited ? { fault: 'rateLimited', retryAfter: '300' } : decided;
		});
		await press('Set Key');
		await workbench().page.locator('.quick-input-title', { hasText: 'API key for 127.0.0.1' }).waitFor();
		await workbench().screenshot('cure-set-key');
		await workbench().page.locator('.quick-input-widget input[type=password]:visible').fill('q8Zt4LmW0pXv7RkB');
		await workbench().page.keyboard.press('Enter');
		await (await view('textarea#review')).waitFor();
		assert.equal(server.requests.at(-1)?.headers.authorization, 'Bearer q8Zt4LmW0pXv7RkB');
		await (await view(".check >> text=Don't ask again for 127.0.0.1")).click();
		await workbench().screenshot('cure-review');
		await assertAccessible();
		await (await view('.pause-panel button.primary')).click();
	});

	it('a rate limit: the reason and a countdown, also after the view was reloaded and in the status bar', async () => {
		await (await view('.retry >> text=Rate limit reached at 127.0.0.1')).waitFor();
		await (await view('.countdown >> text=/Retrying in 2\\d\\d s|Retrying in \\d\\d s/')).waitFor();
		await workbench()
			.page.locator('.statusbar-item', { hasText: /Faultline: retrying in \d+ s/ })
			.waitFor();
		await workbench().screenshot('cure-retry');
		await assertAccessible();
		const before = await workbench().webviewFrame();
		const gone = workbench().page.waitForEvent('framedetached', frame => frame === before);
		await workbench().runCommand('Developer: Reload Webviews');
		await gone;
		await (await view('.retry >> text=Rate limit reached at 127.0.0.1')).waitFor();
	});

	it('Retry Now asks again at once', async () => {
		isLimited = false;
		await (await view('.retry >> text=Retry Now')).click();
		await (await view('footer >> text=Give Feedback')).waitFor();
		assert.equal(await (await view('.retry')).count(), 0);
		assert.equal(await (await view('.ending')).count(), 0);
		await workbench().screenshot('cure-done');
	});

	it('is not reviewed again for this server in this workspace, until the user asks for it', async () => {
		script(decided);
		await (await view('footer >> text=Locate Another Bug')).click();
		const box = await view('textarea#issue');
		await box.fill('minutes_between is wrong at midnight');
		await box.press('Control+Enter');
		await (await view('footer >> text=Give Feedback')).waitFor();
		await workbench().runCommand('Faultline: Withdraw Consent…');
		await workbench().quickPickRows().filter({ hasText: 'Send to 127.0.0.1' }).click();
		script();
		await (await view('footer >> text=Locate Another Bug')).click();
		await (await view('textarea#issue')).fill('minutes_between is still wrong at midnight');
		await (await view('textarea#issue')).press('Control+Enter');
		await (await view('textarea#review')).waitFor();
		await (await view('.pause-panel button.secondary')).click();
		await ending('Cancelled');
	});
});
