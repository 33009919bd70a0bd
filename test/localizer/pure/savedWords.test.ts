import assert from 'node:assert/strict';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../../src/cli/openWorkspace';
import { indexText } from '../../../src/code/pure/index/indexText';
import type { Workspace } from '../../../src/history/pure/workspace';
import { Suspiciousness } from '../../../src/localizer/pure/ranking/suspiciousness';
import type { Files } from '../../../src/system/pure/files';
import { RecordedLog } from '../../support/recordedLog';
import { repoRoot } from '../../support/repoRoot';
import { TestFolder } from '../../support/testFolder';
import { briefOf } from './brief/briefOf';

const brief = briefOf(
	'The price of a basket is wrong',
	'The total of `basket.total()` ignores the discount of an item: "the item has no price" is reported. ' +
		'See `apply_discount` and `getPrice`, which return None for a stale file name.',
);

/** The same numbers from 0 to 1 for each start. */
function* numbersFrom(start: number): Generator<number, never> {
	for (let state = start; ; ) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		yield state / 2 ** 32;
	}
}

describe('scores from saved words', () => {
	const folder = new TestFolder();

	it('are those of a count of everything, bit for bit, after any edits of a real tree', async () => {
		cpSync(join(repoRoot, 'test', 'languages', 'fixtures'), folder.path('ws'), { recursive: true });
		const numbers = numbersFrom(7);
		const upTo = (n: number) => Math.floor(numbers.next().value * n);
		for (let round = 0; round < 6; round++) {
			const workspace = await open();
			await assertAsNew(workspace);
			for (let step = 0; step < 4; step++) {
				const paths = workspace.index.files().map(({ path }) => path);
				await type(workspace, paths[upTo(paths.length)] ?? '', upTo);
				if (step % 2 === 1) {
					workspace.index.remove(paths[upTo(paths.length)] ?? '');
				}
				await assertAsNew(workspace);
			}
			edit(workspace, upTo);
		}
	});

	async function open(): Promise<Workspace> {
		const log = new RecordedLog();
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		return (await openWorkspace({ roots, packageRoot: repoRoot, log, storage: folder.path('storage') })).workspace;
	}

	/** Adds, changes, removes and renames a few files. */
	function edit({ index }: Workspace, upTo: (n: number) => number): void {
		const paths = index.files().map(({ path }) => path);
		const some = () => paths.splice(upTo(paths.length), 1)[0] ?? '';
		const [changed, copied, removed, renamed] = [some(), some(), some(), some()].map(path => folder.path('ws', path));
		const text = readFileSync(changed ?? '', 'utf8').split('\n');
		text.splice(upTo(text.length), upTo(5), 'basket price discount', '', 'getPrice');
		writeFileSync(changed ?? '', text.join('\n'));
		cpSync(copied ?? '', (copied ?? '').replace(/(\.\w+)$/, `${upTo(1000)}$1`));
		rmSync(removed ?? '');
		renameSync(renamed ?? '', (renamed ?? '').replace(/(\.\w+)$/, `Renamed${upTo(1000)}$1`));
	}
});

/** As with another index of the same files, and without words. */
async function assertAsNew({ words, ...fresh }: Workspace): Promise<void> {
	const expected = await scoresIn({ ...fresh, index: fresh.index.without(() => false) });
	assert.ok(expected.functions.some(score => score > 0));
	assert.deepEqual(await scoresIn({ ...fresh, ...(words && { words }) }), expected);
}

/** Adds a function somewhere in a text that is not saved, as in the editor. */
async function type(workspace: Workspace, path: string, upTo: (n: number) => number): Promise<void> {
	const lines = (await workspace.files.readText(path)).split('\n');
	lines.splice(upTo(lines.length), 0, 'def discount():', '    price = basket', '');
	const text = lines.join('\n');
	const { file } = await indexText({ path, sizeBytes: text.length, modifiedMs: 0 }, text, workspace);
	workspace.index.update(file);
	const disk: Files = workspace.files;
	const readText = disk.readText.bind(disk);
	Object.assign(workspace.files, { readText: async (each: string) => (each === path ? text : readText(each)) });
}

async function scoresIn(workspace: Workspace): Promise<{ functions: number[]; files: number[] }> {
	const { functions, files } = (await Suspiciousness.of(brief, workspace)).scores();
	return { functions: [...functions], files: [...files] };
}
