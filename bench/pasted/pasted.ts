import { parseArgs } from 'node:util';
import { type BaseTrace, baseTraces } from './baseTraces';
import { heldOutWrappings } from './heldOutWrappings';
import { measureForeign, measureLanguages, measureRoots, type TraceOutcome } from './measureRoots';
import { type Outcome, readWrapped, share } from './measureWrappings';
import { PastedReader, type PastedReading } from './readPasted';
import type { Wrapping } from './wrapping';
import { wrappings } from './wrappings';

interface Options {
	readonly seed: number;
	/** Failures are listed. */
	readonly isListed: boolean;
	/** Wrappings that are held out may be named. */
	readonly isRevealed: boolean;
}

/** Whether stack traces are read in what people paste: `npm run bench -- pasted [--seed N] [--only NAME] [--show NAME]`. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string', default: '1' },
			only: { type: 'string' },
			show: { type: 'string' },
			base: { type: 'string' },
			failures: { type: 'boolean', default: false },
			reveal: { type: 'boolean', default: false },
		},
	});
	const options = { seed: Number(values.seed), isListed: values.failures, isRevealed: values.reveal };
	const reader = await PastedReader.open();
	const traces = baseTraces().filter(({ name }) => values.base === undefined || name === values.base);
	const named = values.show ?? values.only;
	const isHeldOut = heldOutWrappings.some(({ name }) => name === named);
	const open = values.reveal ? [...wrappings, ...heldOutWrappings] : wrappings;
	const chosen = open.filter(({ name, kind }) => name === named || kind === named);
	if (named !== undefined && chosen.length === 0) {
		console.error(isHeldOut ? `"${named}" is held out: --reveal names it.` : `No wrapping or kind "${named}".`);
		process.exitCode = 2;
	} else if (values.show !== undefined) {
		await show(reader, { chosen, traces, seed: options.seed });
	} else if (values.only !== undefined) {
		printByName(await measure(reader, { chosen, traces, seed: options.seed }), options);
	} else {
		await printAll(reader, traces, options);
	}
}

interface Chosen {
	readonly chosen: readonly Wrapping[];
	readonly traces: readonly BaseTrace[];
	readonly seed: number;
}

async function measure(reader: PastedReader, { chosen, traces, seed }: Chosen): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const wrapping of chosen) {
		for (const trace of traces) {
			outcomes.push(await readWrapped(reader, { wrapping, trace, seed }));
		}
	}
	return outcomes;
}

async function show(reader: PastedReader, { chosen, traces, seed }: Chosen): Promise<void> {
	for (const wrapping of chosen) {
		for (const trace of traces) {
			const { text, expected, found, hasFrames, hasTitle } = await readWrapped(reader, { wrapping, trace, seed });
			console.log(`===== ${wrapping.name}, ${trace.name}\n${text}\n----- found ${described(found)}`);
			if (hasFrames === false || hasTitle === false) {
				console.log(`----- expected ${described(expected)}`);
			}
		}
	}
}

function described({ title, frames }: PastedReading): string {
	return [`"${title}"`, ...frames.map(frame => `  ${frame}`)].join('\n');
}

async function printAll(reader: PastedReader, traces: readonly BaseTrace[], options: Options): Promise<void> {
	const { seed, isListed, isRevealed } = options;
	const bare = await Promise.all(traces.map(({ text }) => reader.read(text)));
	const isRead = bare.map(({ title, frames }) => title !== '' && frames.length > 1);
	print('bare', isRead, isRead);
	const open = await measure(reader, { chosen: wrappings, traces, seed });
	for (const kind of new Set(wrappings.map(each => each.kind))) {
		const own = open.filter(({ wrapping }) => wrapping.kind === kind);
		print(`  ${kind}`, ...columns(own));
	}
	print(`open (${wrappings.length} wrappings)`, ...columns(open));
	const heldOut = await measure(reader, { chosen: heldOutWrappings, traces, seed });
	print(`held out (${heldOutWrappings.length} wrappings)`, ...columns(heldOut));
	const roots = await measureRoots(reader, traces);
	const languages = await measureLanguages(reader, traces);
	const foreign = await measureForeign(reader, traces);
	print(
		'installed',
		roots.map(({ isRight }) => isRight),
	);
	print(
		'languages',
		languages.map(({ isRight }) => isRight),
		languages.map(({ hasTitle }) => hasTitle),
	);
	print(
		'foreign left out',
		foreign.map(({ isRight }) => isRight),
	);
	if (isListed) {
		printByName([...open, ...(isRevealed ? heldOut : [])], options);
		printFailures('installed', roots);
		printFailures('languages', languages);
		printFailures('foreign', foreign);
	}
}

function columns(outcomes: readonly Outcome[]): [frames: (boolean | undefined)[], titles: (boolean | undefined)[]] {
	return [outcomes.map(({ hasFrames }) => hasFrames), outcomes.map(({ hasTitle }) => hasTitle)];
}

function print(
	what: string,
	frames: readonly (boolean | undefined)[],
	titles: readonly (boolean | undefined)[] = [],
): void {
	console.log(
		`${what.padEnd(28)} frames ${share(frames)} ${titles.length > 0 ? `titles ${share(titles)}` : ''}`.trimEnd(),
	);
}

/** Each wrapping with the traces that it hides. */
function printByName(outcomes: readonly Outcome[], { isListed }: Options): void {
	for (const wrapping of new Set(outcomes.map(each => each.wrapping))) {
		const own = outcomes.filter(each => each.wrapping === wrapping);
		const failed = (isRight: (outcome: Outcome) => boolean | undefined) =>
			own.flatMap(outcome => (isRight(outcome) === false ? [outcome.trace.name] : [])).join(' ');
		const [frames, titles] = [failed(({ hasFrames }) => hasFrames), failed(({ hasTitle }) => hasTitle)];
		if (!isListed || frames !== '' || titles !== '') {
			print(wrapping.name, ...columns(own));
			console.log(`    frames: ${frames}\n    titles: ${titles}`);
		}
	}
}

function printFailures(what: string, outcomes: readonly TraceOutcome[]): void {
	for (const { name, trace, isRight, hasTitle, found } of outcomes) {
		if (!isRight || hasTitle === false) {
			console.log(`${what}: ${name} ${trace}: ${described(found)}`);
		}
	}
}

void main();
