import assert from 'node:assert/strict';
import { answerTokens } from '../../src/mcp/answerParts';
import type { PublicTool } from '../../src/mcp/publicTool';
import { tokensOfCharacters } from '../../src/models/pure/limits/tokenEstimate';
import { PublicProject } from './publicProject';

const key = 'ghp_Zq3vK8wLr5TnYb1XcJd7MfGh2PsAe4Wu6RtQ';
const texts = {
	'orders/book.py': `class OrderBook:
    def cancel(self, order):
        """Closed orders stay closed."""
        order.closed = True


def close_all(book, orders):
    for order in orders:
        book.cancel(order)
`,
	'orders/keys.py': `def token():\n    return "${key}"\n`,
	'vault.py': `def combination():\n    return 'left-right-left'\n`,
	'.aiignore': 'vault.py\n',
};

describe('callPublicTool', () => {
	let project: PublicProject;
	before(async () => {
		project = await PublicProject.of(texts);
	});

	it('answers with the text and the places as data, without a next call where none is needed', async () => {
		const { ok, text, data, places } = await project.call('search_definition', { symbol: 'OrderBook.cancel' });
		assert.ok(ok);
		assert.match(text, /order\.closed = True/);
		assert.doesNotMatch(text, /Next:/);
		const place = { file: 'orders/book.py', startLine: 2, endLine: 4, class: 'OrderBook', method: 'cancel' };
		assert.deepEqual(data, { part: 1, nParts: 1, locations: [place], nLocations: 1 });
		assert.equal(places.length, 1);
	});

	const forgiven: readonly (readonly [what: string, name: string, args: Readonly<Record<string, unknown>>])[] = [
		['the name of such a tool elsewhere', 'find_symbol', { symbol: 'cancel' }],
		['the name of an argument elsewhere', 'search_definition', { symbol_name: 'cancel' }],
		['an argument that it does not have', 'search_definition', { symbol: 'cancel', max_results: 5, verbose: true }],
		['a list of one', 'search_definition', { symbol: ['cancel'] }],
		['null for what may be left out', 'search_definition', { symbol: 'cancel', file: null, part: null }],
		['a call that is written into one argument', 'search_definition', { arguments: { symbol: 'cancel' } }],
		['a call that is written as text', 'search_definition', { symbol: '{"symbol": "cancel", "file": "book"}' }],
		['another case', 'searchDefinition', { Symbol: 'cancel' }],
		['a name with its class', 'search_definition', { method_name: 'OrderBook.cancel', class_name: 'OrderBook' }],
		['a name with its module', 'search_definition', { symbol: 'orders.book.OrderBook.cancel' }],
		['a name with brackets', 'search_definition', { symbol: 'cancel()' }],
		['the path of another machine', 'search_definition', { symbol: 'cancel', file: '/src/project/orders/book.py' }],
		['a path from here', 'search_definition', { symbol: 'cancel', file_name: './orders/book.py' }],
		['a folder for a file', 'search_definition', { symbol: 'cancel', file_name: 'orders/' }],
		['a path of Windows', 'read_lines', { path: 'orders\\book.py', start: 1, end: '4' }],
		['a range as text', 'read_lines', { file: 'orders/book.py', lines: '1-4' }],
		['a line of code', 'search_code', { query: 'order.closed = True' }],
		['a quoted line of code', 'search_code', { query: '`order.closed = True`' }],
		['a list of words', 'search_code', { keywords: ['order', 'closed'] }],
		['a number as text', 'search_definition', { symbol: 'cancel', part: '1' }],
	];
	for (const [what, name, args] of forgiven) {
		it(`takes ${what}`, async () => {
			const { ok, text } = await project.call(name, args);
			assert.ok(ok, text);
			assert.match(text, /order\.closed = True/);
		});
	}

	it('lists the lines that a search finds, one each with its function', async () => {
		const { text } = await project.call('search_code', { query: 'closed' });
		assert.match(text, /^Found 2 lines in 1 file\.\n<file>orders\/book\.py<\/file>\n/);
		assert.match(text, /\n4 OrderBook\.cancel: order\.closed = True$/m);
		assert.doesNotMatch(text, /<code>|def cancel/);
	});

	it('shows as many lines around them as are asked for', async () => {
		const { text } = await project.call('search_code', { query: 'order.closed', context: 1 });
		assert.match(text, /<code>\n3 .*\n4 {9}order\.closed = True\n5 \n<\/code>/);
	});

	it('shows lines around the best one only, if no line has all words near', async () => {
		const shop = await PublicProject.of({
			'a.py': 'def bill(rate):\n    return invoice_total(rate)\n',
			'b.py': 'def charge(rate):\n    return invoice_discount(rate)\n',
			'c.py': 'def price(rate):\n    return total_discount(rate)\n',
		});
		const { text } = await shop.call('search_code', { query: 'invoice total discount', context: 2 });
		assert.equal(text.match(/<code>/g)?.length, 1, text);
		assert.match(text, /\n2 charge: return invoice_discount/);
	});

	it('shows the beginning of a long definition, and how to read the rest', async () => {
		const long = await PublicProject.of({
			'long.py': `def long():\n${Array.from({ length: 200 }, (_, at) => `    step(${at})\n`).join('')}`,
		});
		const { text } = await long.call('search_definition', { symbol: 'long' });
		assert.match(text, /\n80 {5}step\(78\)\n<\/code>\n\(lines 81-201 not shown: read_lines\("long\.py", 81, 201\)\)/);
	});

	it('names the arguments that it does not have', async () => {
		const args = { symbol: 'cancel', max_results: 5, [key]: true };
		const { text } = await project.call('search_definition', args);
		assert.match(text, /\n\nNot used, as there is no such argument: "max_results", "\[removed: GitHub token\]"\.$/);
	});

	it('answers a wrong call with how to call it', async () => {
		const missing = await project.call('search_definition');
		assert.ok(!missing.ok);
		assert.match(
			missing.text,
			/^search_definition: symbol is missing\. Call it as search_definition\(symbol: string, /,
		);
		const number = await project.call('read_lines', { file_name: 'book', start_line: 'the first' });
		assert.match(number.text, /start_line must be a whole number, not "the first"/);
		const unknown = await project.call('search_definitions_of', {});
		assert.match(unknown.text, /^There is no tool "search_definitions_of"; similar: search_definition\(/);
	});

	it('names another call where nothing is found', async () => {
		const { ok, text } = await project.call('outline', { file_name: 'orders/bok.py' });
		assert.ok(!ok);
		assert.match(text, /Next: Call list_files with \{"pattern":"bok\.py"\} to find a file by its name\.$/);
	});

	it('cuts a long answer, and gives the rest when it is asked for', async () => {
		const lines = Array.from({ length: 3000 }, (_, at) => `line ${at} of the answer`);
		const tool: PublicTool = {
			...{ name: 'say', title: 'Say', description: '' },
			parameters: [
				{ name: 'what', type: 'string' },
				{ name: 'how', type: 'string', default: 'aloud' },
			],
			run: async () => ({ ok: true, text: lines.join('\n'), places: [], data: {} }),
		};
		const say = (args: Readonly<Record<string, unknown>>) => project.callOneOf([tool], 'say', { what: 'it', ...args });
		const nParts = Number((await say({})).data.nParts);
		assert.ok(nParts > 1);
		const read: string[] = [];
		for (let part = 1; part <= nParts; part++) {
			const { ok, text } = await say({ part });
			assert.ok(ok);
			assert.ok(tokensOfCharacters(text.length) <= answerTokens);
			read.push(...text.split('\n').filter(line => line.startsWith('line ')));
			const rest = `This is part ${part} of ${nParts}. Call say with {"what":"it","part":${part + 1}} for the rest.`;
			assert.equal(text.endsWith(`\n\n${rest}`), part < nParts, text.slice(-300));
		}
		assert.deepEqual(read, lines);
		const beyond = await say({ part: nParts + 1 });
		assert.equal(beyond.text, `The answer has ${nParts} parts, but part ${nParts + 1} was asked for.`);
	});

	it('passes the gate: without secrets, in text and data', async () => {
		const answer = await project.call('read_lines', { file_name: 'orders/keys.py' });
		assert.match(answer.text, /return "\[removed: GitHub token\]"/);
		assert.ok(!JSON.stringify(answer).includes(key));
		const echoed = await project.call('search_definition', { symbol: key });
		assert.ok(!JSON.stringify(echoed).includes(key), echoed.text);
	});

	it('shows nothing of hidden files', async () => {
		for (const [name, args] of [
			['search_definition', { symbol: 'combination' }],
			['search_code', { query: 'left-right-left' }],
			['read_lines', { file_name: 'vault.py' }],
			['outline', { file_name: 'vault.py' }],
			['list_files', {}],
		] as const) {
			const { text, places } = await project.call(name, args);
			assert.ok(!/return|combination\(\)|vault\.py$/m.test(text), text);
			assert.deepEqual(
				places.filter(({ file }) => file === 'vault.py'),
				[],
			);
		}
	});

	it('throws the reason of the signal', async () => {
		const reason = new Error('cancelled');
		await assert.rejects(project.call('search_code', { query: 'cancel' }, AbortSignal.abort(reason)), reason);
	});

	it('runs no program where that was not allowed', async () => {
		const { ok, text } = await project.call('suspicious_functions');
		assert.ok(!ok);
		assert.match(text, /may not be run/);
	});
});
