import assert from 'node:assert/strict';
import { readManifest } from '../support/readManifest';
import { type Contexts, holds } from './whenClause';

interface MenuItem {
	readonly command: string;
	readonly when?: string;
	readonly group?: string;
}

interface Manifest {
	readonly contributes: {
		readonly commands: readonly { readonly command: string }[];
		readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
		readonly configuration: {
			readonly properties: Readonly<
				Record<string, { readonly tags?: readonly string[]; readonly deprecationMessage?: string }>
			>;
		};
	};
}

const empty: Contexts = { workspaceFolderCount: 0, isWorkspaceTrusted: true, 'faultline.modelKind': 'embedded' };
const folder: Contexts = { ...empty, workspaceFolderCount: 1, 'faultline.workspaceState': 'ready', scmProvider: 'git' };
const located: Contexts = {
	...folder,
	...{ editorIsOpen: true, editorTextFocus: true, 'faultline.detail': 'simple' },
	...{ 'faultline.runShown': true, 'faultline.hasLocations': true, 'faultline.marksShown': true },
	...{ 'faultline.runFixable': true, 'faultline.consentGiven': true },
};
const byModel: Contexts = { ...located, 'faultline.modelKind': 'endpoint', 'faultline.modelAsked': true };
const patched: Contexts = {
	...byModel,
	...{ 'faultline.runFixable': false, 'faultline.hasPatches': true, 'faultline.hasSeveralPatches': true },
	'faultline.heatHidden': true,
};
const accepted: Contexts = { ...patched, 'faultline.hasAccepted': true };
const states: Readonly<Record<string, Contexts>> = {
	...{ 'an empty window': empty, 'a folder without a run': folder, 'a run without a model': located },
	...{ 'a run with a model': byModel, 'a run with patches': patched, 'a run with an accepted patch': accepted },
};

describe('the interface is calm', () => {
	let contributes: Manifest['contributes'];
	before(async () => {
		({ contributes } = await readManifest<Manifest>());
	});

	for (const [name, contexts] of Object.entries(states)) {
		it(`with at most 12 commands in the palette for ${name}`, () => {
			const { commands, menus } = contributes;
			const shown = commands.filter(({ command }) =>
				(menus.commandPalette ?? [])
					.filter(item => item.command === command)
					.every(({ when = 'true' }) => holds(when, contexts)),
			);
			assert.ok(shown.length >= 5 && shown.length <= 12, shown.map(({ command }) => command).join('\n'));
		});
	}

	for (const [name, contexts] of Object.entries({
		...states,
		'a run that is interrupted': { ...located, 'faultline.runResumable': true },
		'an active run': { ...byModel, 'faultline.runActive': true, 'faultline.runPausable': true },
		'a paused run': { ...byModel, 'faultline.runActive': true, 'faultline.runPaused': true },
		'a run while the index is built': { ...located, 'faultline.workspaceState': 'building' },
	})) {
		it(`with at most 4 icons in the title of the view for ${name}`, () => {
			const at = { ...contexts, view: 'faultline.trajectory' };
			const icons = (contributes.menus['view/title'] ?? []).filter(
				({ when = 'true', group = '' }) => group.startsWith('navigation') && holds(when, at),
			);
			assert.ok(icons.length >= 1 && icons.length <= 4, icons.map(({ command }) => command).join('\n'));
		});
	}

	it('with at most 25 settings that are not advanced', () => {
		const { properties } = contributes.configuration;
		const usual = Object.entries(properties).filter(([, { tags = [] }]) => !tags.includes('advanced'));
		assert.ok(usual.length >= 15 && usual.length <= 25, `${usual.length}`);
		const deprecated = usual.filter(([, { deprecationMessage }]) => deprecationMessage !== undefined);
		assert.deepEqual(deprecated, []);
	});
});

describe('a when clause', () => {
	const contexts = { a: true, n: 1, text: 'patch.open' };
	for (const [clause, expected] of [
		['a && !b', true],
		['b || a && n != 0', true],
		['!(a || b)', false],
		['n == 1 && text =~ /^patch\\.(open|closed)$/', true],
		['text == patch.open', true],
		['false', false],
		['b == true || missing', false],
	] as const) {
		it(`${clause} is ${expected}`, () => assert.equal(holds(clause, contexts), expected));
	}
});
