import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settingNames } from '../../src/editor/settings/settingNames';
import { readSettings, renamedValue } from '../../src/editor/settings/settings';
import { readBranchAfter } from '../../src/editor/settings/treeSettings';
import { darsOptions } from '../../src/engine/agent/branching/treeRules';

/** Settings that decide which server receives the code, and what a run may cost. */
const guarded = [
	...[settingNames.model, settingNames.endpoints, settingNames.pricing],
	...[settingNames.capRequests, settingNames.capTokens, settingNames.capCost, settingNames.capMinutes],
	...[settingNames.searchMaxRounds, settingNames.searchEmbeddedHints],
	...[settingNames.formerMaxRounds, settingNames.formerEmbeddedHints, settingNames.formerCodeLens],
];

/** Each renamed setting: its name, its former name, a value other than the default, and where `readSettings` has it. */
const renamed = [
	{ name: settingNames.searchMaxRounds, former: settingNames.formerMaxRounds, value: 7, key: 'maxRounds' },
	{
		name: settingNames.searchEmbeddedHints,
		former: settingNames.formerEmbeddedHints,
		value: false,
		key: 'embeddedHints',
	},
	{ name: settingNames.locationsCodeLens, former: settingNames.formerCodeLens, value: true, key: 'codeLens' },
] as const;

describe('settings', () => {
	const settings = vscode.workspace.getConfiguration();
	const { Global, Workspace } = vscode.ConfigurationTarget;
	const set = (name: string, value: unknown, target = Global) => settings.update(name, value, target);

	afterEach(async () => {
		const { pricing, capRequests, capMinutes, treeTemperature } = settingNames;
		const names = [pricing, capRequests, capMinutes, treeTemperature];
		for (const name of [...names, ...renamed.flatMap(each => [each.name, each.former])]) {
			await set(name, undefined);
		}
		for (const { former } of renamed) {
			await set(former, undefined, Workspace);
		}
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

	it("have the strategy tree work by DARS's rules", () => {
		const { tree } = readSettings();
		// The order of the kinds in a list has no meaning.
		assert.deepEqual(tree, { ...darsOptions, after: readBranchAfter(darsOptions.after) });
	});

	it('take a temperature that servers accept', async () => {
		for (const [value, read] of [
			...[[0, 0] as const, [1.5, 1.5] as const, [2, 2] as const],
			...[-0.1, 2.1, 1e9, '1', true, null].map(invalid => [invalid, darsOptions.sampleTemperature] as const),
		]) {
			await set(settingNames.treeTemperature, value);
			assert.equal(readSettings().tree.sampleTemperature, read, String(value));
		}
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

	for (const { name, former, value, key } of renamed) {
		it(`read ${former} where ${name} is not set`, async () => {
			const byDefault = readSettings()[key];
			await set(former, value);
			assert.equal(readSettings()[key], value);
			await set(name, byDefault);
			assert.equal(readSettings()[key], byDefault);
		});

		it(`read ${former} of the workspace before that of the user`, async () => {
			const byDefault = readSettings()[key];
			await set(former, byDefault);
			await set(former, value, Workspace);
			assert.equal(readSettings()[key], value);
		});
	}

	it('ignore a former name in a workspace that is not trusted', () => {
		const former = { workspaceValue: 1, globalValue: 2 };
		assert.equal(renamedValue({}, former, true), 1);
		assert.equal(renamedValue({}, former, false), 2);
		assert.equal(renamedValue({}, { workspaceValue: 1 }, false), undefined);
		assert.equal(renamedValue({ workspaceValue: 3, globalValue: 4 }, former, false), 3);
		assert.equal(renamedValue({ globalValue: 4 }, former, true), 4);
	});

	it('of a folder that is not trusted change nothing about models and limits', () => {
		const { packageJSON } = vscode.extensions.getExtension('faultline.faultline') ?? assert.fail('not installed');
		const restricted: readonly string[] = packageJSON.capabilities.untrustedWorkspaces.restrictedConfigurations;
		assert.deepEqual(
			guarded.filter(name => !restricted.includes(name)),
			[],
		);
	});
});
