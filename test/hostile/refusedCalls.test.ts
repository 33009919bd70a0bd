import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import filters from '../../src/sandbox/node/confinement/seccomp/filters.json';
import data from '../../src/sandbox/node/confinement/seccomp/refusedCalls.json';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import { TestFolder } from '../support/testFolder';

interface Call {
	readonly machine: number;
	readonly number: number;
	readonly args?: readonly number[];
}

interface Group {
	readonly error: string;
	readonly argument?: number;
	readonly equals?: readonly number[];
	readonly hasBits?: number;
	readonly calls: Readonly<Record<string, readonly (number | null)[]>>;
}

const groups = data.groups as unknown as readonly Group[];
const allowed = 0x7fff0000;
const refusedWith = 0x00050000;

describe('calls of the kernel in a sandbox', () => {
	for (const [name, text] of Object.entries(filters)) {
		const run = programOf(text);
		const machines = data.machines[name as keyof typeof data.machines];

		for (const [at, machine] of machines.entries()) {
			const column = at === 0 ? data.numbers.indexOf(name) : data.numbers.indexOf('ia32');
			const refused = groups.flatMap(group =>
				Object.entries(group.calls).flatMap(([call, numbers]) => {
					const number = numbers[column] ?? undefined;
					return number === undefined ? [] : [{ call, number, group }];
				}),
			);

			it(`are refused as the data states, and no other: ${name}, programs of ${data.numbers[column]}`, () => {
				for (const { call, number, group } of refused) {
					const { error, argument = 0, equals = [], hasBits } = group;
					const refusing = hasBits === undefined ? equals : [hasBits, hasBits + 17];
					const result = refusedWith + constants.errno[error as keyof typeof constants.errno];
					const given = (value: number) => ({
						machine,
						number,
						args: Array.from({ length: 6 }, (_, i) => (i === argument ? value : 0)),
					});
					if (group.argument === undefined) {
						assert.equal(run({ machine, number }), result, call);
						continue;
					}
					assert.ok(refusing.length > 0);
					for (const value of refusing) {
						assert.equal(run(given(value)), result, `${call} with ${value}`);
					}
					assert.equal(run(given(17)), allowed, `${call} with 17`);
				}
				const numbers = new Set(refused.map(each => each.number));
				for (let number = 0; number < 1000; number++) {
					assert.equal(
						run({ machine, number }) === allowed,
						!numbers.has(number) || isConditional(number),
						`${number}`,
					);
				}
				function isConditional(number: number): boolean {
					return refused.some(each => each.number === number && each.group.argument !== undefined);
				}
			});
		}

		it(`of a program for another machine are refused: ${name}`, () => {
			assert.equal(run({ machine: 8, number: 39 }), refusedWith + constants.errno.ENOSYS);
			const x32 = run({ machine: machines[0] ?? 0, number: 0x40000000 + 39 });
			assert.equal(x32, name === 'x64' ? refusedWith + constants.errno.ENOSYS : allowed);
		});
	}

	describe('by a program', () => {
		const folder = new TestFolder();
		before(function () {
			return needBubblewrap(this);
		});

		it('fail with the error, and the program continues', async function () {
			const column = data.numbers.indexOf(process.arch);
			if (column === -1) {
				return this.skip();
			}
			const calls = groups.flatMap(({ error, argument, equals, hasBits, calls: named }) =>
				Object.entries(named).flatMap(([name, numbers]) => {
					const number = numbers[column] ?? null;
					const value = argument === undefined ? 0 : (hasBits ?? equals?.[0] ?? 0);
					// Attaching is what is refused of tracing the first process; a terminal has the number of a descriptor.
					const args = argument === 1 ? [name === 'ptrace' ? 16 : 0, value, 0] : [value, 0, 0];
					return number === null ? [] : [[name, number, error, args]];
				}),
			);
			folder.write({ 'copy/calls.py': program(calls) });
			const { runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
			const cwd = folder.path('copy');
			const { stdout, stderr } = await runner.run({ command: ['python3', 'calls.py'], cwd, timeoutMs: 600_000 });
			assert.equal(stdout, 'all\n', stderr);
		});
	});
});

/** Prints the calls that end otherwise, then `all`. */
function program(calls: readonly unknown[]): string {
	return `import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
for name, number, error, args in ${JSON.stringify(calls)}:
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, args))
    if (result, errno.errorcode.get(ctypes.get_errno())) != (-1, error):
        print(name, result, ctypes.get_errno())
print("all")
`;
}

/** Runs a filter as the kernel does: what it returns for a call. */
function programOf(base64: string): (call: Call) => number {
	const bytes = Buffer.from(base64, 'base64');
	return ({ machine, number, args = [] }) => {
		const loaded = new Map([
			[0, number],
			[4, machine],
			...args.map((value, at): [number, number] => [16 + 8 * at, value]),
		]);
		let word = 0;
		for (let at = 0; at < bytes.length / 8; at++) {
			const [code, ifTrue, ifFalse, value] = [
				bytes.readUInt16LE(8 * at),
				bytes.readUInt8(8 * at + 2),
				bytes.readUInt8(8 * at + 3),
				bytes.readUInt32LE(8 * at + 4),
			];
			if (code === 0x06) {
				return value;
			}
			if (code === 0x20) {
				word = (loaded.get(value) ?? 0) >>> 0;
			} else if (code === 0x05) {
				at += value;
			} else {
				const tests = new Map([
					[0x15, word === value],
					[0x35, word >= value],
					[0x45, (word & value) !== 0],
				]);
				at += (tests.get(code) ?? assert.fail(`instruction ${code}`)) ? ifTrue : ifFalse;
			}
		}
		return assert.fail('it does not end');
	};
}
