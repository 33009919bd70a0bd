import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
	askToExecute,
	askToRunReproducers,
	measuredTestsText,
	withoutSandbox,
} from '../../src/editor/execution/executionConsent';

const noSandbox = { sandbox: undefined, cures: [], network: true, asksForNetwork: false };
const project = { runTests: true, testCommand: undefined, ownCommands: undefined, announced: '', mustRun: false };

describe('consent to run programs', () => {
	const window = vscode.window as { showWarningMessage: unknown; showInformationMessage: unknown };
	const { showWarningMessage, showInformationMessage } = window;
	let shown: string[] = [];

	beforeEach(() => {
		shown = [];
		const cancel = async (_question: string, options: vscode.MessageOptions) => {
			shown.push(options.detail ?? '');
			return undefined;
		};
		Object.assign(window, { showWarningMessage: cancel, showInformationMessage: cancel });
	});
	afterEach(() => {
		Object.assign(window, { showWarningMessage, showInformationMessage });
	});

	it('states in its first line that there is no sandbox', async () => {
		assert.equal(await askToExecute('m', noSandbox, project), undefined);
		assert.equal(await askToRunReproducers('m', noSandbox), false);
		shown.push(measuredTestsText(noSandbox).join('\n'));
		assert.equal(shown.length, 3);
		for (const text of shown) {
			assert.match(text, /^There is no sandbox\. .*they could read your files and keys/, text);
		}
	});

	it('states in its first line that a debugger starts programs outside of any sandbox', async () => {
		await askToRunReproducers('m', withoutSandbox);
		assert.match(shown[0] ?? '', /^The debugger starts them outside of any sandbox\./);
	});
});
