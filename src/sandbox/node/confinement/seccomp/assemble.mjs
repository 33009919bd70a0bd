/**
 * Makes `filters.json` from `refusedCalls.json`: `npm run seccomp`. A filter is a program of classic BPF for seccomp, which
 * bubblewrap loads (`--seccomp`), as base64 by machine (`process.arch`).
 *
 * `refusedCalls.json` has the numbers of each call as [x64, ia32, arm64], from the kernel's headers `asm/unistd_64.h`,
 * `asm/unistd_32.h` and `asm-generic/unistd.h`; null where the call does not exist. `machines` has the values of
 * `AUDIT_ARCH_*` (linux/audit.h) that each machine runs: itself, and on x64 programs of 32 bits. A group with `argument`
 * is refused only where that argument, its lower 32 bits, equals one of `equals`, or has one of `hasBits`.
 *
 * An instruction has 8 bytes: code (16 bits), jumps if true and if false (8 bits each), a value (32 bits); see
 * Documentation/userspace-api/seccomp_filter.rst and linux/bpf_common.h.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const [loadWord, jumpEqual, jumpAtLeast, jumpBits, giveBack] = [0x20, 0x15, 0x35, 0x45, 0x06];
/** Offsets in `struct seccomp_data`; the lower half of each 64-bit argument comes first on these machines. */
const [numberAt, machineAt, argumentsAt, argumentBytes] = [0, 4, 16, 8];
const [allow, refuseWith] = [0x7fff0000, 0x00050000];
/** Calls of x32, a third set of numbers for programs of 64 bits. */
const x32Bit = 0x40000000;
const noSuchCall = refuseWith | constants.errno.ENOSYS;

/** Returns the instructions of the filter of a machine. */
function filterOf({ machines, numbers, groups }, machine) {
	const [own, other] = machines[machine];
	const blocks = [
		[
			own,
			machine === 'x64'
				? [
						[jumpAtLeast, 0, 1, x32Bit],
						[giveBack, 0, 0, noSuchCall],
					]
				: [],
		],
	];
	if (other !== undefined) {
		blocks.push([other, []]);
	}
	const code = [];
	for (const [at, [audit, begin]] of blocks.entries()) {
		const column = numbers.indexOf(at === 0 ? machine : 'ia32');
		const refused = groups.flatMap(group => refusal(group, column));
		const block = [[loadWord, 0, 0, numberAt], ...begin, ...refused, [giveBack, 0, 0, allow]];
		// A jump over the block reaches 255 instructions at most: 0x05 jumps farther.
		code.push([loadWord, 0, 0, machineAt], [jumpEqual, 1, 0, audit], [0x05, 0, 0, block.length], ...block);
	}
	return [...code, [giveBack, 0, 0, noSuchCall]];
}

/** The instructions that refuse the calls of a group. The number of the call is loaded before and after them. */
function refusal({ error, argument, equals = [], hasBits, calls }, column) {
	const refuse = [giveBack, 0, 0, refuseWith | constants.errno[error]];
	const tests = hasBits === undefined ? equals.map(value => [jumpEqual, value]) : [[jumpBits, hasBits]];
	const conditional = [
		[loadWord, 0, 0, argumentsAt + argumentBytes * argument],
		...tests.flatMap(([jump, value]) => [[jump, 0, 1, value], refuse]),
		[loadWord, 0, 0, numberAt],
	];
	const body = argument === undefined ? [refuse] : conditional;
	const known = Object.values(calls).map(each => each[column]);
	return known.filter(number => number !== null).flatMap(number => [[jumpEqual, 0, body.length, number], ...body]);
}

function base64Of(instructions) {
	const bytes = Buffer.alloc(8 * instructions.length);
	for (const [at, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
		bytes.writeUInt16LE(code, 8 * at);
		bytes.writeUInt8(ifTrue, 8 * at + 2);
		bytes.writeUInt8(ifFalse, 8 * at + 3);
		bytes.writeUInt32LE(value >>> 0, 8 * at + 4);
	}
	return bytes.toString('base64');
}

const data = JSON.parse(readFileSync(join(folder, 'refusedCalls.json'), 'utf8'));
const filters = Object.keys(data.machines).map(machine => [machine, base64Of(filterOf(data, machine))]);
writeFileSync(join(folder, 'filters.json'), `${JSON.stringify(Object.fromEntries(filters), undefined, '\t')}\n`);
