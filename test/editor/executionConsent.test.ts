import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CodeSearch } from '../../src/editor/codeSearch/codeSearch';
import { SendingAgreements } from '../../src/editor/currentRun/sendingAgreements';
import {
	type AskedConfinement,
	askToDebug,
	askToExecute,
	askToRunReproducers,
	measuredTestsText,
} from '../../src/editor/execution/executionConsent';
import { type Executed, ExecutionConsents } from '../../src/editor/execution/executionConsents';
import { ExecutionPlace } from '../../src/editor/execution/executionPlace';
import { offerWithdrawal, withdrawConsent } from '../../src/editor/runControls/registerConsents';
import { settingNames } from '../../src/editor/settings/settingNames';
import { strategyNamed } from '../../src/engine/strategies/strategies';
import { repoRoot } from '../support/repoRoot';
import { memoryMemento } from './runParts';

const noSandbox: AskedConfinement = { sandbox: undefined, cures: [], network: true, asksForNetwork: false };
const sandbox = { name: 'bubblewrap' } as AskedConfinement['sandbox'];
const withSandbox: AskedConfinement = { sandbox, cures: [], network: false, asksForNetwork: true };
const project = { runTests: true, testCommand: undefined, ownCommands: undefined, announced: '', mustRun: false };
const always = 'Always in This Workspace';

describe('consent to run programs', () => {
	const window = vscode.window as { showWarningMessage: unknown; showInformationMessage: unknown };
	const { showWarningMessage, showInformationMessage } = window;
	let shown: { readonly detail: string; readonly answers: readonly string[] }[] = [];
	/** The label that the user clicks; undefined: cancel. */
	let answer: string | undefined;

	beforeEach(() => {
		shown = [];
		answer = undefined;
		const ask = async (_question: string, { detail = '' }: vscode.MessageOptions, ...answers: string[]) => {
			shown.push({ detail, answers });
			return answer;
		};
		Object.assign(window, { showWarningMessage: ask, showInformationMessage: ask });
	});
	afterEach(() => {
		Object.assign(window, { showWarningMessage, showInformationMessage });
	});

	it('states in its first line that there is no sandbox, and offers to run once first', async () => {
		assert.equal(await askToExecute('m', noSandbox, project), undefined);
		assert.equal(await askToRunReproducers('m', noSandbox), undefined);
		const texts = [...shown.map(({ detail }) => detail), measuredTestsText(noSandbox).join('\n')];
		for (const text of texts) {
			assert.match(text, /^There is no sandbox\. .*they could read your files and keys/, text);
		}
		assert.deepEqual(shown[0]?.answers, ['Only in This Run', always, 'Only Write Patches']);
		assert.deepEqual(shown[1]?.answers, ['Run Once', always]);
	});

	it('offers network access with a sandbox, and states how long an answer holds', async () => {
		await askToExecute('m', withSandbox, project);
		assert.deepEqual(shown[0]?.answers, [
			...[always, 'Always, with Network Access', 'Only in This Run'],
			'Only Write Patches',
		]);
		assert.match(shown[0]?.detail ?? '', /"Always" covers all .* in the same way: .* "Withdraw Consent" ends it\./);
	});

	it('is asked each time for a debugger, outside of any sandbox', async () => {
		answer = 'Run';
		assert.equal(await askToDebug('m'), true);
		assert.match(shown[0]?.detail ?? '', /^The debugger starts them outside of any sandbox\./);
		assert.deepEqual(shown[0]?.answers, ['Run']);
	});

	describe('of a workspace', () => {
		const rover = strategyNamed('rover');
		let memory: vscode.Memento;
		const place = (isTrusted = true) => new ExecutionPlace(repoRoot, memory, () => isTrusted);
		const copies = () => ({ create: () => assert.fail('a copy of the workspace was made') });
		const set = (name: string, value: unknown) =>
			vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
		/** What a fix in a run of this id may execute: `cancelled`, `nothing` or `programs`. */
		async function ask(execution: ExecutionPlace, run: string): Promise<string> {
			const deps = await execution.ask('m', rover, copies, run);
			return typeof deps === 'string' ? deps : 'programs';
		}

		beforeEach(async () => {
			memory = memoryMemento();
			await set(settingNames.executionSandbox, false);
		});
		afterEach(async () => {
			await set(settingNames.executionSandbox, undefined);
			await set(settingNames.fixTestCommand, undefined);
		});

		it('holds for patches, feedback, the next run and its tests, also in another window', async () => {
			answer = always;
			const execution = place();
			assert.equal(await ask(execution, 'one'), 'programs');
			answer = undefined;
			assert.equal(await ask(execution, 'one'), 'programs');
			assert.equal(await ask(place(), 'two'), 'programs');
			assert.equal(await place().askForTests('Its tests.'), true);
			assert.equal(await place().askForReproducers('m'), true);
			assert.equal(await place().questionForTests(), undefined);
			assert.equal(shown.length, 1);
		});

		it('holds for one run where the user says so, until the window closes', async () => {
			const execution = place();
			for (const [label, outcome] of [
				['Only in This Run', 'programs'],
				['Only Write Patches', 'nothing'],
			] as const) {
				shown = [];
				answer = label;
				assert.equal(await ask(execution, label), outcome);
				answer = undefined;
				assert.equal(await ask(execution, label), outcome);
				assert.equal(shown.length, 1);
				assert.equal(await ask(execution, 'another'), 'cancelled');
				assert.equal(await ask(place(), label), 'cancelled');
				assert.equal(await execution.askForTests('Its tests.'), false);
			}
		});

		it('is asked for again where another command would run', async () => {
			answer = always;
			const execution = place();
			await ask(execution, 'one');
			await set(settingNames.fixTestCommand, 'make check');
			answer = undefined;
			assert.equal(await ask(execution, 'one'), 'cancelled');
			assert.equal(await execution.askForTests('Its tests.'), false);
			assert.deepEqual(
				shown.slice(1).map(({ detail }) => detail.includes('make check')),
				[true, true],
			);
		});

		it('counts for nothing in a workspace that is not trusted', async () => {
			answer = always;
			await ask(place(), 'one');
			shown = [];
			const restricted = place(false);
			assert.equal(await ask(restricted, 'one'), 'nothing');
			assert.equal(await restricted.askForTests('Its tests.'), false);
			assert.equal(await restricted.askForReproducers('m'), false);
			assert.equal(await restricted.forTests(copies), undefined);
			assert.deepEqual(shown, []);
		});

		it('is listed with what may be sent, and withdrawn', async () => {
			answer = always;
			const execution = place();
			await ask(execution, 'one');
			await execution.consents.add('onlyWrite', executed({}), 'two');
			const agreements = new SendingAgreements(memory);
			await agreements.add({ server: 'api.example.com', kinds: ['issue', 'output'] });
			const codeSearch = new CodeSearch(memory);
			await codeSearch.decisions.set('https://search.example.com', false);
			const values = new Map<string, unknown>();
			const context = { set: (key: string, value: unknown) => void values.set(key, value) };
			const services = { execution, agreements, codeSearch, context };
			const listening = offerWithdrawal(services);
			assert.deepEqual([...values], [['faultline.consentGiven', true]]);
			const { showQuickPick } = vscode.window;
			let listed: readonly vscode.QuickPickItem[] = [];
			Object.assign(vscode.window, {
				showQuickPick: async (rows: readonly vscode.QuickPickItem[]) => {
					listed = rows;
					return rows.at(-1);
				},
			});
			try {
				await withdrawConsent(services);
			} finally {
				Object.assign(vscode.window, { showQuickPick });
				listening.dispose();
			}
			assert.deepEqual(
				listed.map(({ label, description }) => [label, description]),
				[
					['Run programs without a sandbox', 'with network access'],
					['What you chose for single runs', undefined],
					['Send to api.example.com without a review', 'issue, output of programs'],
					['Never ask the code search server', 'https://search.example.com'],
					['All of These', undefined],
				],
			);
			assert.deepEqual([...values], [['faultline.consentGiven', false]]);
			answer = undefined;
			assert.equal(await ask(execution, 'one'), 'cancelled');
		});
	});

	describe('by kind', () => {
		it('in a sandbox covers no program without one, and without network none with it', async () => {
			const consents = new ExecutionConsents(memoryMemento());
			await consents.add({ isRemembered: true, network: false }, executed({}));
			assert.equal(consents.covers(executed({})), true);
			assert.equal(consents.covers(executed({ kind: 'unsandboxed' })), false);
			assert.equal(consents.covers(executed({ network: true })), false);
			assert.equal(consents.allowsNetwork('sandboxed'), false);
			await consents.add({ isRemembered: true, network: true }, executed({}));
			assert.equal(consents.covers(executed({ network: true })), true);
			assert.equal(consents.allowsNetwork('sandboxed'), true);
			await consents.withdraw('sandboxed');
			assert.equal(consents.covers(executed({})), false);
			assert.equal(consents.allowsNetwork('sandboxed'), false);
		});
	});
});

function executed(changes: Partial<Executed>): Executed {
	return { kind: 'sandboxed', network: false, commands: [], ...changes };
}
