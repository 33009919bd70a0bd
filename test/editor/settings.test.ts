import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readSettings, settingNames } from '../../src/editor/settings';

/** Settings that decide who gets the code, and what it may cost. */
const guarded = [
	...[settingNames.model, settingNames.endpoints, settingNames.pricing],
	...[settingNames.capRequests, settingNames.capTokens, settingNames.capCost, settingNames.capMinutes],
];

describe('settings', () => {
	const settings = vscode.workspace.getConfiguration();
	const set = (name: string, value: unknown) => settings.update(name, value, vscode.ConfigurationTarget.Global);

	afterEach(async () => {
		await Promise.all(
			[settingNames.pricing, settingNames.capRequests, settingNames.capMinutes].map(name => set(name, undefined)),
		);
	});

	it('limit a run to 60 requests, half a million tokens and 30 minutes, and not by its cost', () => {
		assert.deepEqual(readSettings().caps, { requests: 60, tokens: 500_000, time: 30 * 60_000 });
	});

	it('set no limit where the limit is 0', async () => {
		await set(settingNames.capRequests, 0);
		assert.equal('requests' in readSettings().caps, false);
	});

	it('take a limit in minutes', async () => {
		await set(settingNames.capMinutes, 2);
		assert.equal(readSettings().caps.time, 120_000);
	});

	it('know the prices that are whole, by the names of models', async () => {
		const whole = { input: 2, cachedInput: 0.5, output: 8 };
		await set(settingNames.pricing, { 'gpt-4.1': whole, half: { input: 2 }, wrong: { input: 'x', output: 1 } });
		assert.deepEqual(readSettings().pricing, { 'gpt-4.1': whole });
	});

	for (const name of [settingNames.model, settingNames.endpoints]) {
		it(`do not let a folder set ${name}`, async () => {
			await assert.rejects(
				async () => settings.update(name, undefined, vscode.ConfigurationTarget.Workspace),
				/Workspace/,
			);
		});
	}

	it('of a folder that is not trusted change nothing about models and limits', () => {
		const { packageJSON } = vscode.extensions.getExtension('faultline.faultline') ?? assert.fail('not installed');
		const restricted: readonly string[] = packageJSON.capabilities.untrustedWorkspaces.restrictedConfigurations;
		assert.deepEqual(
			guarded.filter(name => !restricted.includes(name)),
			[],
		);
	});
});
