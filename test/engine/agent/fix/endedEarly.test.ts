import assert from 'node:assert/strict';
import { type RanReproducer, runReproducer } from '../../../../src/engine/stages/reproduce/runReproducer';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import type { Checkout } from '../../../../src/sandbox/pure/execution/checkouts';
import { isInstalled } from '../../../support/exampleProject';
import { installedGrammars } from '../../../support/grammars';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';
import { rounds } from '../../../support/thorough';
import { type ProvedProject, provedProjects, wrongPatches } from '../../../support/wrongPatches';

const nPatches = rounds(60, 200);
const programs: Readonly<Record<string, string>> = { python: 'python3', javascript: 'node', go: 'go', c: 'cc' };

describe('a reproducer with a patch', () => {
	const folder = new TestFolder();
	const { languages } = installedGrammars();

	const judge = async (project: ProvedProject, text?: string): Promise<RanReproducer> => {
		const name = project.language;
		folder.write(Object.fromEntries(Object.entries(project.files).map(([path, file]) => [`${name}/${path}`, file])));
		const roots = [{ name, dir: folder.path(name) }];
		const checkouts = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
		const checkout: Checkout = await checkouts.create('ended');
		const language = languages.find(({ id }) => id === name)?.reproducer;
		assert.ok(language);
		try {
			await (text !== undefined && checkout.write(project.code, text));
			return await runReproducer(
				{ runner: new ProcessRunner({ graceMs: 100 }), checkout, language },
				project.reproducer,
			);
		} finally {
			await checkout.dispose();
		}
	};
	const available = provedProjects.filter(({ language }) => isInstalled(programs[language] ?? ''));

	for (const project of available) {
		it(`is red without it and green with the right one, without a trace of the mark: ${project.language}`, async () => {
			const [before, after] = [await judge(project), await judge(project, project.fixed)];
			assert.deepEqual([before.verdict, after.verdict], ['reproduced', 'passed'], after.execution.stderr);
			assert.deepEqual([after.execution.stdout, after.execution.stderr], ['', '']);
		});
	}

	it(`is not green with any of ${nPatches} that end it early, or change how it fails`, async () => {
		const proven: string[] = [];
		for (const { project, what, text } of wrongPatches(nPatches, 20_261_128)) {
			if (available.includes(project)) {
				const { verdict, why } = await judge(project, text);
				proven.push(...(verdict === 'passed' ? [`${project.language}: ${what}: ${why}`] : []));
			}
		}
		assert.deepEqual(proven, []);
	});

	it('reports that it ended early', async () => {
		const [project] = available;
		assert.ok(project);
		const { why } = await judge(
			project,
			project.wrong['ends in the function']?.replace('{end}', project.ends[0] ?? ''),
		);
		assert.equal(why, 'It ended early: with exit code 0, but before its last line.');
	});
});
