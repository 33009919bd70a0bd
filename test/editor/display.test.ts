import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
	appendPlain,
	codeLens,
	markdownText,
	setShown,
	shownRows,
	testMessage,
	treeItem,
} from '../../src/editor/display';
import { locationMarkdown } from '../../src/editor/locations/locationHover';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { exampleRun, exampleSteps } from '../support/exampleRun';

const controls = '\u001b]0;OWNED\u0007\u009b2J\u202e\n';
const link = '[Fix](command:workbench.action.quit) <a href="command:workbench.action.quit">x</a>';
const hostile = `a${controls}b ${link} ![i](https://evil.example/a.png) <img src="https://evil.example/b.png"> $(trash)`;
const shownControls = ']0;OWNED2J\\u{202E}';

describe("text of unknown origin in VS Code's interface", () => {
	it('is cleaned in items, rows, lenses and test messages', () => {
		const item = treeItem(`a${controls}b`, {
			id: controls,
			description: controls,
			tooltip: `a${controls}b`,
			accessibilityInformation: { label: controls },
			command: { command: 'a', title: 't', arguments: [controls] },
		});
		assert.deepEqual(
			[item.label, item.id, item.description, item.tooltip, item.accessibilityInformation?.label],
			[`a${shownControls} b`, controls, shownControls, `a${shownControls}\nb`, shownControls],
		);
		assert.deepEqual(item.command?.arguments, [controls]);
		const [row] = shownRows([{ label: controls, detail: controls, from: { text: controls } }]);
		assert.deepEqual(row, { label: shownControls, detail: `${shownControls}\n`, from: { text: controls } });
		const range = new vscode.Range(0, 0, 0, 0);
		assert.equal(codeLens(range, { command: '', title: controls }).command?.title, shownControls);
		assert.equal(testMessage(controls).message, `${shownControls}\n`);
		const status = vscode.window.createStatusBarItem();
		setShown(status, { text: 'x', tooltip: controls });
		assert.equal(status.tooltip, `${shownControls}\n`);
		status.dispose();
	});

	it('is no markup in a hover: no command, no image, no HTML, no icon', async () => {
		const steps = JSON.parse(
			JSON.stringify(exampleSteps, (key, value) =>
				['text', 'intendedBehavior', 'method', 'class'].includes(key) ? hostile : value,
			),
		) as [string, RunEventBody][];
		const run = exampleRun(steps);
		const [location = assert.fail()] = run.selected.locations;
		const lines = { startLine: 1, endLine: 1 };
		const tracked = { location, number: 1, lines, focus: [], dismissed: false } as Parameters<
			typeof locationMarkdown
		>[0];
		const markdown = locationMarkdown(tracked, run);
		assert.equal(markdown.supportHtml, false);
		const { enabledCommands } = markdown.isTrusted as { enabledCommands: readonly string[] };
		assert.ok(enabledCommands.every(command => command.startsWith('faultline.')));
		const html = await vscode.commands.executeCommand<string>('markdown.api.render', markdown.value);
		const targets = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
		assert.ok(targets.some(target => target.startsWith('command:faultline.')));
		// A bare address is a link to a page, which opens only when it is clicked.
		assert.deepEqual(
			targets.filter(target => !/^(?:command:faultline\.|https:)/.test(target)),
			[],
		);
		assert.doesNotMatch(html, /<img/);
		assert.doesNotMatch(markdown.value, /[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
	});

	it('is trusted with no command unless some are named', () => {
		const markdown = markdownText();
		appendPlain(markdown, hostile);
		assert.equal(markdown.isTrusted, false);
		assert.doesNotMatch(markdown.value, /(?<!\\)\[Fix/);
	});
});
