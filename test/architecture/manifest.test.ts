import assert from 'node:assert/strict';
import { readManifest } from '../support/readManifest';
import { type Manifest, manifestDisagreements } from './manifest';
import { parseSource, readSources } from './sourceFile';

describe('manifest', () => {
	it('declares the same ids and settings that src names, and src uses them all', async () => {
		const manifest = await readManifest<Manifest>();
		assert.ok(manifest.contributes, 'package.json contributes nothing');
		assert.deepEqual(manifestDisagreements(manifest, await readSources()), []);
	});

	const contributes = {
		commands: [{ command: 'faultline.locate' }],
		viewsContainers: { activitybar: [{ id: 'faultline' }] },
		views: { faultline: [{ id: 'faultline.run' }] },
		colors: [{ id: 'faultline.location' }],
		configuration: { properties: { 'faultline.engine': {} } },
		menus: {
			'view/title': [{ command: 'faultline.locate', when: 'webviewId == faultline.run && faultline.isRunning' }],
			commandPalette: [{ command: 'faultline.locate', when: '!faultline.run.visible || config.faultline.engine == x' }],
		},
		viewsWelcome: [{ view: 'faultline.run', contents: '[Locate](command:faultline.locate)' }],
	};
	const ids = `
		export const commands = { locate: 'faultline.locate' } as const;
		export const views = { container: 'faultline', run: 'faultline.run' } as const;
		export const contextKeys = { isRunning: 'faultline.isRunning' } as const;
		export const colors = { location: 'faultline.location' } as const;`;
	const settings = `export const settingNames = { engine: 'faultline.engine' } as const;`;
	const use = 'register(commands.locate, views.container, views.run, contextKeys.isRunning, colors.location);';

	async function check(changes: { contributes?: object; ids?: string; settings?: string; use?: string }) {
		const sources = await Promise.all([
			parseSource('src/editor/ids.ts', changes.ids ?? ids),
			parseSource('src/editor/settings/settingNames.ts', changes.settings ?? settings),
			parseSource('src/editor/use.ts', changes.use ?? use),
		]);
		return manifestDisagreements({ contributes: { ...contributes, ...changes.contributes } }, sources);
	}

	it('agrees with src where both name the same', async () => {
		assert.deepEqual(await check({}), []);
	});

	const wrong: [expected: string, changes: Parameters<typeof check>[0]][] = [
		[
			'commands: faultline.locate is in package.json but not in src/editor/ids.ts',
			{ ids: ids.replace("'faultline.locate'", "''") },
		],
		[
			'commands: faultline.stop is in src/editor/ids.ts but not in package.json',
			{ ids: ids.replace('{ locate:', `{ stop: 'faultline.stop', locate:`), use: `${use} commands.stop;` },
		],
		['views: faultline.run is in src/editor/ids.ts but not in package.json', { contributes: { views: {} } }],
		['colors: faultline.location is in src/editor/ids.ts but not in package.json', { contributes: { colors: [] } }],
		[
			'settings: faultline.engine is in src/editor/settings/settingNames.ts but not in package.json',
			{ contributes: { configuration: [] } },
		],
		['settings: faultline.engine is in package.json but not in src/editor/settings/settingNames.ts', { settings: '' }],
		[
			'contextKeys: faultline.isRunning is in src/editor/ids.ts but not in package.json',
			{ contributes: { menus: {} } },
		],
		[
			'contextKeys: faultline.isRuning is in package.json but not in src/editor/ids.ts',
			{ contributes: { keybindings: [{ command: 'faultline.locate', when: 'faultline.isRuning' }] } },
		],
		['commands.locate is used nowhere in src', { use: use.replace('commands.locate', '') }],
		['src/editor/use.ts:1 writes out faultline.locate: use the typed id', { use: `${use} run('faultline.locate');` }],
		[
			'src/editor/use.ts:1 writes out command:faultline.locate: use the typed id',
			{ use: `${use} link('command:faultline.locate');` },
		],
		[
			'package.json refers to the command faultline.gone, which it does not declare',
			{ contributes: { viewsWelcome: [{ view: 'faultline.run', contents: '[Go](command:faultline.gone)' }] } },
		],
		[
			'package.json refers to the command faultline.gone, which it does not declare',
			{ contributes: { keybindings: [{ command: 'faultline.gone', key: 'f8' }] } },
		],
		[
			'package.json refers to the setting faultline.gone, which it does not declare',
			{ contributes: { keybindings: [{ command: 'faultline.locate', when: 'config.faultline.gone' }] } },
		],
	];
	for (const [expected, changes] of wrong) {
		it(`disagrees when ${expected}`, async () => {
			const disagreements = await check(changes);
			assert.ok(disagreements.includes(expected), disagreements.join('\n'));
		});
	}
});
