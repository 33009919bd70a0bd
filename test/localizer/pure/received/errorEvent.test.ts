import assert from 'node:assert/strict';
import { resolveLanguages } from '../../../../src/code/pure/languages/resolveLanguages';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { receivedText } from '../../../../src/localizer/pure/received/receivedText';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';
import { languageFiles } from '../../../support/grammars';

const languages = resolveLanguages(languageFiles());

const frame = (filename: string, lineno: number, of: string, more: object = {}) => ({
	...{ filename, lineno, function: of, in_app: true },
	...more,
});

/** Two errors, the cause first; in each the innermost frame is last. */
const chained = {
	event_id: '9c8b1f2a3d4e5f60718293a4b5c6d7e8',
	platform: 'python',
	level: 'error',
	transaction: '/orders/{id}',
	breadcrumbs: { values: [{ category: 'query', message: 'SELECT discount_rates FROM tariffs', type: 'default' }] },
	exception: {
		values: [
			{
				...{ type: 'KeyError', value: "'vat'", module: 'builtins' },
				stacktrace: { frames: [frame('shop/rates.py', 21, 'rate_of'), frame('shop/table.py', 9, 'lookup')] },
			},
			{
				...{ type: 'OrderError', value: 'no rate for 12', module: 'shop.errors' },
				stacktrace: {
					frames: [
						frame('flask/app.py', 1823, 'dispatch_request', { in_app: false }),
						frame('shop/views.py', 40, 'show', { colno: 3, context_line: '  return total(order)' }),
						frame('shop/orders.py', 77, 'total'),
						frame('six.py', 719, 'reraise', { in_app: false }),
					],
				},
			},
		],
	},
};

function briefOf(value: unknown) {
	const { text, kind } = receivedText(typeof value === 'string' ? value : JSON.stringify(value), 1e6, languages);
	const issue = issueFromText(text, { kind: 'file' });
	assert.ok(issue);
	return { kind, text, brief: makeBrief(issue, languages) };
}

function framesOf(value: unknown): string[] {
	const { tracebacks } = briefOf(value).brief;
	return tracebacks.flatMap(({ frames }) =>
		frames.toReversed().map(({ file, line, function: of }) => `${file}:${line} ${of}`),
	);
}

describe('an error event', () => {
	it('gives the errors with their causes, and frames from the innermost one', () => {
		const { kind, brief } = briefOf(chained);
		assert.equal(kind, 'event');
		assert.equal(brief.title, 'OrderError: no rate for 12');
		assert.deepEqual(
			brief.tracebacks.map(({ error, relation }) => [error, relation]),
			[
				['OrderError: no rate for 12', undefined],
				["KeyError: 'vat'", 'cause'],
			],
		);
		assert.deepEqual(framesOf(chained), [
			'shop/orders.py:77 total',
			'shop/views.py:40 show',
			'shop/table.py:9 lookup',
			'shop/rates.py:21 rate_of',
		]);
	});

	it('leaves out frames of libraries, unless nothing is of the project', () => {
		const { text } = briefOf(chained);
		assert.ok(!text.includes('dispatch_request') && text.includes('2 frames of libraries are left out'));
		const frames = [
			frame('flask/app.py', 1, 'outer', { in_app: false }),
			frame('six.py', 2, 'inner', { in_app: false }),
		];
		const foreign = { event_id: '1', exception: { values: [{ type: 'E', value: 'x', stacktrace: { frames } }] } };
		assert.deepEqual(framesOf(foreign), ['six.py:2 inner', 'flask/app.py:1 outer']);
	});

	it('shows what happened before, which is no evidence', () => {
		const { text, brief } = briefOf(chained);
		assert.match(text, /- query SELECT discount_rates FROM tariffs/);
		assert.ok(!brief.prose.includes('discount_rates') && !brief.names.some(name => name.text === 'discount_rates'));
	});

	it('is found in the message of a webhook, in a list, in an envelope, and in the answer of the service', () => {
		const entries = [
			{
				type: 'exception',
				data: {
					values: [
						{
							type: 'RangeError',
							value: 'no',
							stacktrace: { frames: [{ filename: 'a/b.js', lineNo: 3, colNo: 9, function: 'f', inApp: true }] },
						},
					],
				},
			},
		];
		assert.deepEqual(framesOf({ eventID: '1', entries }), ['a/b.js:3 f']);
		const whole = framesOf(chained);
		assert.deepEqual(framesOf({ data: { event: chained } }), whole);
		assert.deepEqual(framesOf([chained]), whole);
		assert.deepEqual(framesOf(`{"event_id":"1"}\n{"type":"event"}\n${JSON.stringify(chained)}`), whole);
	});

	it('has the stack of the thread that crashed', () => {
		const threads = [
			{ id: 1, current: false, stacktrace: { frames: [frame('src/idle.c', 4, 'wait')] } },
			{
				id: 2,
				crashed: true,
				stacktrace: { frames: [frame('src/main.c', 90, 'main'), frame('src/heap.c', 12, 'grow')] },
			},
		];
		const event = {
			event_id: '1',
			platform: 'native',
			exception: { values: [{ type: 'SIGSEGV', value: 'Segfault' }] },
			threads: { values: threads },
		};
		assert.deepEqual(framesOf(event), ['src/heap.c:12 grow', 'src/main.c:90 main']);
		assert.equal(briefOf(event).brief.tracebacks[0]?.error, 'SIGSEGV: Segfault');
	});

	it('has a message instead of an error', () => {
		const logentry = { message: 'order %s has no rate', params: ['12'], formatted: 'order 12 has no rate' };
		assert.equal(briefOf({ event_id: '1', logentry }).brief.title, 'order 12 has no rate');
	});

	it('names the folders of a file by the module of its function', () => {
		const frames = [frame('Cart.java', 12, 'total', { module: 'com.shop.Cart' })];
		const event = {
			event_id: '1',
			platform: 'java',
			exception: { values: [{ type: 'E', value: 'x', stacktrace: { frames } }] },
		};
		assert.deepEqual(framesOf(event), ['com/shop/Cart.java:12 com.shop.Cart.total']);
	});

	for (const [title, text] of [
		['an issue', 'TypeError: x\n    at f (a.js:1:2)'],
		['a log of objects', '{"level":"error","message":"no"}\n{"level":"info"}'],
		['broken JSON', '{"event_id":"1","exception":{'],
		['other JSON', '{"exception":"none","values":[1]}'],
	] as const) {
		it(`is not ${title}`, () => {
			const received = receivedText(text, 1e6, languages);
			assert.deepEqual([received.kind, received.text], ['issue', text]);
		});
	}
});
