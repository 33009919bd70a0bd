import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { applyCure, cureCommands } from '../../src/editor/applyCure';
import { rover } from '../../src/engine/strategies/rover';
import { modelSetup, unavailableSetup } from '../../src/engine/strategies/runSetup';
import { modelErrorCures } from '../../src/models/pure/modelError';
import { systemClock } from '../../src/system/node/systemClock';
import { cureLabel } from '../../src/system/pure/errors/cure';
import { ProgramMissingError } from '../../src/system/pure/errors/programMissingError';
import { UserError } from '../../src/system/pure/errors/userError';
import { repoRoot } from '../support/repoRoot';
import { ScriptedModel } from '../support/scriptedModel';
import { eventually } from './eventually';
import { reported } from './modelRuns';
import { issue, locateExample, type RunParts, runParts } from './runParts';

describe('cures of errors', () => {
	const made: RunParts[] = [];
	afterEach(() => Promise.all(made.splice(0).map(parts => parts.dispose())));

	for (const [kind, cures] of Object.entries(modelErrorCures)) {
		it(`a model that fails with "${kind}" has one`, () => {
			assert.ok(cures.length > 0);
			assert.equal(new Set(cures).size, cures.length);
		});
	}

	it('run commands that exist: those of Faultline are in package.json', async () => {
		const { contributes } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
			contributes: { commands: readonly { command: string }[] };
		};
		const declared = contributes.commands.map(({ command }) => command);
		await vscode.extensions.getExtension('faultline.faultline')?.activate();
		const known = await vscode.commands.getCommands(true);
		for (const [kind, [command]] of Object.entries(cureCommands)) {
			assert.ok(known.includes(command), `${kind}: there is no command ${command}`);
			assert.ok(!command.startsWith('faultline.') || declared.includes(command), `${kind}: ${command} is not declared`);
		}
	});

	it('name the program that is missing', () => {
		const { cures } = new ProgramMissingError('cargo', 'https://example.org');
		assert.deepEqual(cures.map(cureLabel), ['Install cargo…']);
		assert.equal(cures[0]?.page, 'https://example.org');
	});

	it('type the command that installs a program into a terminal, where the system has one', async () => {
		const cure = { kind: 'install', program: 'git', command: 'echo never-run' } as const;
		assert.equal(await applyCure(cure), false, 'nothing is repeated: the user has to run it');
		const terminal = vscode.window.terminals.find(({ name }) => name === 'Install git') ?? assert.fail();
		await eventually(() => vscode.window.activeTerminal === terminal);
		terminal.dispose();
	});

	it('are kept in the run of a model that cannot be used, with provisional locations, until the run continues', async () => {
		const reason = new UserError('The server requires an API key. Set one.', { cures: [{ kind: 'setKey' }] });
		const named = { ...issue, title: 'total() is wrong', body: 'total() is wrong' };
		const parts = runParts({
			locate: locateExample,
			setup: () => unavailableSetup(rover, { engine: 'm', server: 'test' }, reason),
		});
		made.push(parts);
		await parts.controller.start(named);
		const run = parts.shown.run ?? assert.fail();
		assert.deepEqual([run.state, run.message, run.cures], ['failed', reason.message, reason.cures]);
		assert.deepEqual(
			run.selected.locations.map(({ id }) => id),
			['shop.py#total'],
		);
		assert.deepEqual([run.selected.isProvisional, run.selected.isEmbedded], [true, true]);
		const next = parts.another({
			setup: ({ onText }) =>
				modelSetup(rover, new ScriptedModel('tools', [reported]), {
					...{ clock: systemClock, caps: {}, maxRounds: 5, seeds: false, onText },
					supervisor: { whenGoing: async () => undefined, raiseCap: async () => undefined },
				}),
		});
		made.push(next);
		await next.controller.open(run.id);
		assert.deepEqual(next.shown.run?.cures, reason.cures);
		await next.controller.resume(run.id);
		const done = next.shown.run ?? assert.fail();
		assert.deepEqual([done.state, done.message, done.cures], ['done', undefined, undefined]);
		assert.deepEqual([done.selected.isProvisional, done.selected.isEmbedded], [false, undefined]);
	});
});
