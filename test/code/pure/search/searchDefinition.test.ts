import assert from 'node:assert/strict';
import type { SearchFocus } from '../../../../src/code/pure/search/scope/searchScopes';
import { researcherTools } from '../../../../src/models/pure/tools/toolTable';
import { codeOf, placesOf, searchProject } from './searchProject';

const queue = `#define QUEUE_LIMIT 16
#define queue_next(at) (((at) + 1) % QUEUE_LIMIT)

typedef unsigned long stamp_t;

enum queue_state {
	QUEUE_IDLE,
	QUEUE_CLOSED = 4,
};

struct queue {
	int length;
	union {
		long whole;
		char parts[8];
	} last;
};

static int nr_queues;

int queue_open(struct queue *queue)
{
	queue->length = 0;
	return nr_queues++;
}
`;

const lock = `/* About the file. */

#include "queue.h"

/* Must be called on unlocked queue. */
static void queue_resume(struct queue *queue)
{
	queue->length = 1;
}

/**
 * queue_kill - end a queue
${Array.from({ length: 12 }, (_, at) => ` * Reason ${at}.`).join('\n')}
 */
void queue_kill(struct queue *queue)
{
	queue->length = -1;
}
`;

const texts = {
	'core/queue.c': queue,
	'core/count.c':
		'SYSCALL_DEFINE2(count, int, a, int, b)\n{\n\treturn a;\n}\n\nstruct folio {\n\tint order;\n\tint part;\n};\n\nint folio(void);\n',
	'drivers/a/probe.c': 'static int probe(int a)\n{\n\treturn a;\n}\n',
	'drivers/b/probe.c': 'static int probe(int b)\n{\n\treturn b;\n}\n',
	'drivers/b/other.c': 'struct device {\n\tint (*probe)(int);\n};\n',
	'drivers/b/late.c': 'static int probe(int late)\n{\n\treturn late;\n}\n',
	'core/lock.c': lock,
	'tests/test_probe.c': 'static int probe(int test)\n{\n\treturn test;\n}\n',
	MAINTAINERS: 'DRIVER B\nF:\tdrivers/b/\n',
};

function project(focus?: Partial<SearchFocus>) {
	const whole = { filesInMemory: () => [], reportedLines: [], ...focus };
	return searchProject(texts, { tools: researcherTools, ...(focus && { focus: whole }) });
}

describe('search_definition', () => {
	const kinds: [kind: string, symbol: string, first: string][] = [
		['a constant macro', 'QUEUE_LIMIT', '1 #define QUEUE_LIMIT 16'],
		['a macro with parameters', 'queue_next', '2 #define queue_next(at) (((at) + 1) % QUEUE_LIMIT)'],
		['a typedef', 'stamp_t', '4 typedef unsigned long stamp_t;'],
		['an enum', 'enum queue_state', '6 enum queue_state {'],
		['an enumerator', 'QUEUE_CLOSED', '8 \tQUEUE_CLOSED = 4,'],
		['a struct', 'struct queue', '11 struct queue {'],
		['a field', 'length', '12 \tint length;'],
		['a field of its struct', 'queue.length', '12 \tint length;'],
		['a union that is a field', 'last', '13 \tunion {'],
		['a global', 'nr_queues', '19 static int nr_queues;'],
		['a function', 'queue_open', '21 int queue_open(struct queue *queue)'],
		['a name in another case', 'Queue_Open', '21 int queue_open(struct queue *queue)'],
	];
	for (const [kind, symbol, first] of kinds) {
		it(`shows ${kind}`, async () => {
			const answer = await (await project()).ask('search_definition', symbol);
			assert.equal(codeOf(answer).split('\n')[0], first);
			assert.equal(answer.ok, true);
		});
	}

	const compiled: [written: string, source: string, first: string][] = [
		['queue_open.isra.0', 'queue_open', '21 int queue_open(struct queue *queue)'],
		['queue_open.constprop.0', 'queue_open', '21 int queue_open(struct queue *queue)'],
		['queue_open.part.1', 'queue_open', '21 int queue_open(struct queue *queue)'],
		['queue_open.cold', 'queue_open', '21 int queue_open(struct queue *queue)'],
		['queue_open.isra.0.cold()', 'queue_open', '21 int queue_open(struct queue *queue)'],
		['__x64_sys_count', 'sys_count', '1 SYSCALL_DEFINE2(count, int, a, int, b)'],
		['__do_sys_count', 'sys_count', '1 SYSCALL_DEFINE2(count, int, a, int, b)'],
		['__se_sys_count', 'sys_count', '1 SYSCALL_DEFINE2(count, int, a, int, b)'],
		['__do_sys_count.isra.0', 'sys_count', '1 SYSCALL_DEFINE2(count, int, a, int, b)'],
	];
	for (const [written, source, first] of compiled) {
		it(`shows the code of which ${written} was made`, async () => {
			const answer = await (await project()).ask('search_definition', written);
			assert.equal(codeOf(answer).split('\n')[0], first);
			assert.equal(answer.ok, true);
			assert.ok(answer.text.includes(`"${written}" is a compiled name: searched as ${source}.`), answer.text);
		});
	}

	it('takes no name of the code for a compiled one, and searches the name of a function that is gone', async () => {
		const { ask } = await project();
		const member = await ask('search_definition', 'folio.part');
		assert.equal(codeOf(member), '8 \tint part;');
		assert.doesNotMatch(member.text, /compiled/);
		const gone = await ask('search_definition', 'lamp_dims.isra.0');
		assert.equal(gone.ok, false);
		assert.match(gone.text, /"lamp_dims\.isra\.0" is a compiled name: searched as lamp_dims\./);
		assert.match(gone.text, /"lamp_dims"/);
		assert.doesNotMatch(gone.text, /"0"|"isra"/);
		assert.doesNotMatch((await ask('search_definition', '__x64_sys_never')).text, /compiled/);
	});

	it('shows the whole body', async () => {
		const answer = await (await project()).ask('search_definition', 'queue_open');
		assert.match(codeOf(answer), /24 \treturn nr_queues\+\+;\n25 }$/);
	});

	it('shows what is at file level before members, and tests last', async () => {
		const places = placesOf(await (await project()).ask('search_definition', 'probe'));
		assert.deepEqual(places, [
			'drivers/a/probe.c:1-4 probe',
			'drivers/b/late.c:1-4 probe',
			'drivers/b/probe.c:1-4 probe',
			'drivers/b/other.c:2-2 device',
			'tests/test_probe.c:1-4 probe',
		]);
	});

	it('is restricted to a file', async () => {
		const places = placesOf(await (await project()).ask('search_definition', 'probe', 'b/probe.c'));
		assert.deepEqual(places, ['drivers/b/probe.c:1-4 probe']);
	});

	it('names what is similar to a name that is nowhere, and shows the code only of the only one', async () => {
		const answer = await (await project()).ask('search_definition', 'queue_opem');
		assert.match(answer.text, /^Similar names: queue_open \(core\/queue\.c:21\)/m);
		assert.equal(codeOf(answer), '');
		const alone = await searchProject(
			{ 'a.c': 'int queue_open(void)\n{\n\treturn 1;\n}\n' },
			{ tools: researcherTools },
		);
		assert.match(codeOf(await alone.ask('search_definition', 'queue_opem')), /^1 int queue_open/);
	});

	it('prefers similar names that share most words, in the files of the report', async () => {
		const body = '(void)\n{\n\treturn 1;\n}\n';
		const names = ['slot_get_volume', 'get_volume', 'fscache_get_volume', 'fscache_put_volume', 'fscache_try_put'];
		const files = Object.fromEntries(names.map(name => [`${name}.c`, `int ${name}${body}`]));
		const ask = async (reportedLines: SearchFocus['reportedLines']) => {
			const focus = { filesInMemory: () => [], reportedLines };
			const p = await searchProject(files, { tools: researcherTools, focus });
			const { text } = await p.ask('search_definition', 'fscache_try_get_volume');
			return /^Similar names: (\w+)/m.exec(text)?.[1];
		};
		assert.equal(await ask([]), 'fscache_get_volume');
		assert.equal(await ask([{ file: 'get_volume.c', line: 1 }]), 'get_volume');
	});

	it('begins with the files in memory, and says what is elsewhere', async () => {
		const answer = await (await project({ filesInMemory: () => ['drivers/b/probe.c'] })).ask(
			'search_definition',
			'probe',
		);
		assert.deepEqual(placesOf(answer).slice(0, 3), [
			'drivers/b/probe.c:1-4 probe',
			'drivers/b/late.c:1-4 probe',
			'drivers/b/other.c:2-2 device',
		]);
		assert.match(answer.text, /^The other 4 are not in the files in memory: below without code\.$/m);
		assert.equal(answer.text.match(/<code>/g)?.length, 1);
	});

	it('widens to the subsystem where the near files do not have it', async () => {
		const reportedLines = [{ file: 'drivers/b/none.c', line: 1 }];
		const answer = await (await project({ reportedLines })).ask('search_definition', 'probe');
		assert.match(answer.text, /^The other 2 are not in the subsystem DRIVER B \(MAINTAINERS\): below/m);
	});

	it('marks the lines of the report', async () => {
		const reportedLines = [{ file: 'core/queue.c', line: 23 }];
		const answer = await (await project({ reportedLines })).ask('search_definition', 'queue_open');
		assert.match(codeOf(answer), /^23 \tqueue->length = 0; {2}<- in the report$/m);
		assert.equal(answer.text.match(/<- in the report/g)?.length, 1);
	});

	it('shows the comment above, of a long one its end', async () => {
		const p = await project();
		assert.match(
			codeOf(await p.ask('search_definition', 'queue_resume')),
			/^5 \/\* Must be called on unlocked queue\. \*\/\n6 static void queue_resume/,
		);
		assert.match(
			codeOf(await p.ask('search_definition', 'queue_kill')),
			/^16 {2}\* Reason 3\.\n[\s\S]*\n25 {2}\*\/\n26 void queue_kill/,
		);
	});

	it('shows the marks of the report in every answer that shows the line', async () => {
		const p = await project({ reportedLines: [{ file: 'core/lock.c', line: 8 }] });
		const marked = /^8 (?:queue_resume: |\t)queue->length = 1; {2}<- in the report$/m;
		for (const call of [
			['search_definition', 'queue_resume'],
			['search_code', 'length 1', 'words', 'core/lock.c'],
			['read_lines', 'core/lock.c', 1, 9],
			['find_references', 'length'],
		] as const) {
			const [tool, ...values] = call;
			assert.match((await p.ask(tool, ...values)).text, marked, tool);
		}
	});

	it('shows the reported line of a long function', async () => {
		const body = Array.from({ length: 900 }, (_, at) => `\tstep(${at});`).join('\n');
		const focus = { filesInMemory: () => [], reportedLines: [{ file: 'long.c', line: 800 }] };
		const long = await searchProject({ 'long.c': `int run(void)\n{\n${body}\n}\n` }, { tools: researcherTools, focus });
		const code = codeOf(await long.ask('search_definition', 'run'));
		assert.match(code, /^1 int run/);
		assert.match(code, /^800 \tstep\(797\); {2}<- in the report$/m);
	});
});
