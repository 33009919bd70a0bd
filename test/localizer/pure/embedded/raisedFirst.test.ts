import assert from 'node:assert/strict';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../../../src/localizer/pure/embedded/locateEmbedded';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { BugLocation } from '../../../../src/runs/pure/model/location';
import { issue } from '../../../engine/stages/locate/shop';
import { MemoryRuns } from '../../../support/memoryRuns';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const printing = {
	'src/shop/Column.java': `package shop;

class Column {
	int width;

	String fit(String text) {
		return text.substring(0, width);
	}
}
`,
	'src/shop/Printer.java': `package shop;

class Printer {
	Column column;

	String printReceipt(Receipt receipt) {
		return column.fit(receipt.text());
	}
}
`,
	'src/shop/Shop.java': `package shop;

class Shop {
	Printer printer;

	String printReceipt(Receipt receipt) {
		// Prints the receipt of the shop.
		return printer.printReceipt(receipt);
	}
}
`,
	'src/shop/Checks.java': `package shop;

class Checks {
	static void orFail(Object value) {
		if (value == null) {
			throw new NullPointerException();
		}
	}
}
`,
};

const printIssue = issue(
	'Shop.printReceipt() fails with a NullPointerException',
	`Shop.printReceipt() fails with a NullPointerException

We print receipts with the shop library, and sometimes a receipt cannot be printed. It happens with long lists, and
only on some of our machines. The day before it worked, and nobody changed a thing. A new installation did not help.

\`\`\`
java.lang.NullPointerException
	at shop.Column.fit(Column.java:7)
	at shop.Printer.printReceipt(Printer.java:7)
	at shop.Shop.printReceipt(Shop.java:8)
\`\`\`

We call Shop.printReceipt(receipt) in the shop, and Shop.printReceipt() prints nothing.
`,
);

async function locationsOf(
	files: Readonly<Record<string, string>>,
	given = printIssue,
): Promise<readonly BugLocation[]> {
	const { run } = await locateRun(await memoryWorkspace(files), given);
	return run.selected.locations;
}

/** Whether the order of the frames adds to the score of the function in which the error arose. */
async function isRaised(files: Readonly<Record<string, string>>): Promise<boolean> {
	const workspace = await memoryWorkspace(files);
	const brief = makeBrief(printIssue, workspace.parser.languages);
	const log = RunLog.start(new MemoryRuns(), { now: () => 0 }, 'r');
	await log.emit(rootNode, {
		...{ type: 'runStarted', runId: 'r', issue: printIssue, engine: 'embedded', workspace: ['/ws'], version: '0' },
	});
	await log.emit(rootNode, { type: 'briefMade', brief });
	const raised: boolean[] = [];
	await locateEmbedded(log, rootNode, workspace, {
		onRanked: (ranked, { model }) => {
			const all = ranked.contributionsOf(model.functionAt('src/shop/Column.java', 7));
			raised.push(all.some(({ feature, score }) => feature === 'order of the trace' && score > 0));
		},
	});
	return raised[0] ?? assert.fail();
}

describe('the function in which an error arose', () => {
	it('comes before its callers, though the title names them', async () => {
		const files = (await locationsOf(printing)).map(({ file }) => file);
		assert.equal(files[0], 'src/shop/Column.java');
		assert.ok(files.indexOf('src/shop/Shop.java') > 0);
	});

	it('states its place among the reasons of the score', async () => {
		const [first] = await locationsOf(printing);
		assert.ok((first?.contributions?.find(({ text }) => text === 'The stack trace')?.score ?? 0) > 0);
	});

	it('is not raised if half of the code calls it', async () => {
		const callers = Object.fromEntries(
			Array.from({ length: 40 }, (_, at) => [
				`src/shop/Label${at}.java`,
				`package shop;\n\nclass Label${at} {\n\tString text(Column column) {\n\t\treturn column.fit("${at}");\n\t}\n}\n`,
			]),
		);
		assert.equal(await isRaised(printing), true);
		assert.equal(await isRaised({ ...printing, ...callers }), false);
	});

	it('is not sought by the class of an error that the workspace does not define', async () => {
		const locations = await locationsOf(printing);
		const texts = locations.flatMap(({ evidence }) => evidence.map(({ text }) => text));
		assert.ok(texts.length > 0);
		assert.deepEqual(
			texts.filter(text => text.includes('NullPointerException')),
			[],
		);
	});

	it('is sought by the class of an error that the workspace defines', async () => {
		const own = {
			...printing,
			'src/shop/ReceiptException.java': 'package shop;\n\nclass ReceiptException extends RuntimeException {\n}\n',
		};
		const given = issue('A ReceiptException is shown', 'A `ReceiptException` is shown when a receipt is printed.');
		const texts = (await locationsOf(own, given)).flatMap(({ evidence }) => evidence.map(({ text }) => text));
		assert.ok(
			texts.some(text => text.includes('ReceiptException')),
			texts.join('\n'),
		);
	});
});

describe('words that reports of all projects have', () => {
	const files = {
		'src/rows.py': 'def clear(rows):\n    rows.pop()\n\n\ndef update_rows(rows, value):\n    rows.append(value)\n',
		'src/views.py': 'def draw_ledger(ledger):\n    return ledger.rows\n',
	};

	it('are no evidence alone, and rarer words are', async () => {
		const given = issue('Wrong value', 'The value of the ledger is wrong, it should be clear before the file is set.');
		const texts = (await locationsOf(files, given)).flatMap(({ evidence }) => evidence.map(({ text }) => text));
		assert.ok(
			texts.some(text => text.includes('ledger')),
			texts.join('\n'),
		);
		assert.deepEqual(
			texts.filter(text => /“(?:clear|value|file|set)”/.test(text)),
			[],
		);
	});
});
