import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readTestArgument } from '../../src/editor/locate/registerLocate';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { testIssueText, testSource } from '../../src/localizer/pure/brief/failedTest';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import { installedGrammars } from '../support/grammars';
import { eventually } from './eventually';

describe('a failed test', () => {
	let controller: vscode.TestController;
	let test: vscode.TestItem;
	let shop: vscode.Uri;

	before(() => {
		shop = uriOfPath('shop.py') ?? assert.fail('no folder is open');
		controller = vscode.tests.createTestController('faultline-test', 'Invented tests');
		const suite = controller.createTestItem('suite', 'cart', shop);
		test = controller.createTestItem('suite/total', 'total counts every price', shop);
		test.range = new vscode.Range(0, 0, 2, 0);
		suite.children.add(test);
		controller.items.add(suite);
	});
	after(() => controller.dispose());

	const message = () => {
		const message = vscode.TestMessage.diff('\u001b[31mexpected 36\u001b[0m\r\nbut got 24', '36', '24');
		message.location = new vscode.Location(shop, new vscode.Position(1, 4));
		message.stackTrace = [
			new vscode.TestMessageStackFrame('total', shop, new vscode.Position(1, 4)),
			new vscode.TestMessageStackFrame('run', vscode.Uri.file('/lib/runner.py'), new vscode.Position(8, 0)),
		];
		return message;
	};

	it('contains its names, its message and its place', () => {
		assert.deepEqual(readTestArgument({ test, message: message() }), {
			names: ['cart', 'total counts every price'],
			id: 'suite/total',
			file: 'shop.py',
			place: 'shop.py:2:5',
			message: 'expected 36\nbut got 24',
			expected: '36',
			actual: '24',
			frames: [
				{ label: 'total', place: 'shop.py:2:5' },
				{ label: 'run', place: '/lib/runner.py:9:1' },
			],
		});
	});

	it('keeps the identity of the test for the run', () => {
		const failed = readTestArgument({ test, message: message() }) ?? assert.fail('not read');
		assert.deepEqual(testSource(failed), {
			kind: 'test',
			ref: 'cart › total counts every price',
			test: { id: 'suite/total', names: ['cart', 'total counts every price'], file: 'shop.py' },
		});
	});

	it('contains why a suite could not be loaded', () => {
		const broken = controller.createTestItem('broken', 'broken suite');
		broken.error = new vscode.MarkdownString('No module named shop');
		assert.deepEqual(readTestArgument(broken), {
			names: ['broken suite'],
			id: 'broken',
			message: 'No module named shop',
		});
	});

	it('has no message where VS Code gives the test alone', () => {
		assert.equal(readTestArgument(test)?.message, undefined);
	});

	for (const argument of [undefined, 'test', {}, { test: {}, message: {} }, { message: { message: 'x' } }]) {
		it(`is not seen in ${JSON.stringify(argument)}`, () => {
			assert.equal(readTestArgument(argument), undefined);
		});
	}

	it('makes an issue with a trace that is understood', () => {
		const failed = readTestArgument({ test, message: message() }) ?? assert.fail('not read');
		const issue =
			issueFromText(testIssueText(failed, installedGrammars().languages), { kind: 'test' }) ?? assert.fail('no issue');
		assert.equal(issue.title, 'total counts every price fails: expected 36');
		assert.match(issue.body, /Test: cart › total counts every price › suite\/total \(shop\.py:2:5\)/);
		assert.match(issue.body, /Expected:\n36\n\nActual:\n24/);
		const [trace] = makeBrief(issue, installedGrammars().languages).tracebacks;
		assert.deepEqual(
			trace?.frames.map(({ file, line, function: name }) => [file, line, name]),
			[
				['/lib/runner.py', 9, 'run'],
				['shop.py', 2, 'total'],
			],
		);
	});

	it('is located with the command of the test menus', async () => {
		await vscode.commands.executeCommand('faultline.run.startFromTest', { test, message: message() });
		await vscode.commands.executeCommand('faultline.trajectory.openAsText');
		const text = await eventually(() => {
			const { document } = vscode.window.activeTextEditor ?? {};
			return document?.languageId === 'markdown' && document.getText();
		});
		assert.match(text, /^# total counts every price fails: expected 36/);
		assert.match(text, /1\. \*\*total\*\* \(shop\.py:1-3\)/);
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
	});
});
