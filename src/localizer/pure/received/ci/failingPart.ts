import { withoutEscapes } from '../../../../system/pure/text/terminalText';
import { TraceFormats } from '../../../../testing/pure/traces/traceFormats';
import type { OutputLanguage } from '../../brief/unwrap/traceLines';
import { failedTestNames } from './failedTestNames';
import { withoutLogPrefixes } from './logLines';

/** The part of a step's output that tells about its failure. */
export interface FailingPart {
	/** With a blank line in place of those that are left out. */
	readonly lines: readonly string[];
	/** As the runner names them, each once. */
	readonly tests: readonly string[];
	/** It has a test, a frame or an error; else it is only the end of the output. */
	readonly isEvident: boolean;
}

/**
 * Lines around one with a `sign` of a failure that are read; lines that are read at all; lines kept `around` evidence;
 * lines of the `end` that are kept if there is none; characters that are kept, and of one line.
 */
const limits = {
	sign: { above: 40, below: 80 },
	read: 20_000,
	around: { above: 6, below: 14 },
	end: 120,
	characters: 120_000,
	line: 2000,
};

/** A word or a sign that the output of every failure has somewhere. */
const sign =
	/fail|error|exception|panic|assert|fatal|not ok|traceback|segfault|signal |<<< |expected|[✕✗✖×●]|^E {3}| at \S+:\d/i;
/** Errors of compilers and other tools. */
const plainError = /(?:^|[\s\])])(?:fatal )?error(?:\[\w{1,12}\])?(?: \w{1,12})?: \S/i;
/** A test that passed. */
const passed =
	/^\s*(?:[✓✔√] |ok \d+ |PASS(?:ED)?\b|--- PASS|\[ +OK +\])|(?:\.\.\. ok| PASSED)(?: +\[[^\]]{0,20}\]| +\([^)]{0,20}\)){0,3}$/;

/** Takes time in proportion to the lines, and looks closely at a bounded number of them only. */
export function failingPart(given: readonly string[], languages: readonly OutputLanguage[]): FailingPart {
	const spans = spansAround(
		given.flatMap((line, at) => (sign.test(line) ? [at] : [])),
		limits.sign,
		given.length,
	);
	const read = endsOf(spans.flatMap(({ from, to }) => given.slice(from, to)));
	const lines = withoutLogPrefixes(read.map(plainLine)).filter(line => !passed.test(line));
	const formats = TraceFormats.of(
		languages,
		lines.map(text => ({ text })),
	);
	const tests = lines.map(line => formats.failedTestIn(line));
	const evident = lines.flatMap((_, at) => (tests[at] !== undefined || isEvidence(lines, at, formats) ? [at] : []));
	if (evident.length === 0) {
		return { lines: given.slice(-limits.end).map(plainLine), tests: [], isEvident: false };
	}
	const blocks = spansAround(evident, limits.around, lines.length).map(({ from, to }) => lines.slice(from, to));
	return { lines: joined(blocks), tests: failedTestNames(tests.filter(name => name !== undefined)), isEvident: true };
}

function isEvidence(lines: readonly string[], at: number, formats: TraceFormats): boolean {
	const text = lines[at] ?? '';
	return (
		plainError.test(text) ||
		formats.errorIn(text) !== undefined ||
		formats.is('headers', text) ||
		formats.is('causes', text) ||
		formats.frames.some(({ frame, above }) => frame.test(text) && above?.test(lines[at - 1] ?? '') !== false)
	);
}

interface Span {
	readonly from: number;
	/** Not included. */
	readonly to: number;
}

function spansAround(
	positions: readonly number[],
	{ above, below }: { readonly above: number; readonly below: number },
	length: number,
): readonly Span[] {
	const spans: { readonly from: number; to: number }[] = [];
	for (const at of positions) {
		const [from, to] = [Math.max(0, at - above), Math.min(length, at + below + 1)];
		const last = spans.at(-1);
		if (last !== undefined && from <= last.to) {
			last.to = to;
		} else {
			spans.push({ from, to });
		}
	}
	return spans;
}

/** The first and the last lines of too many: the first failure is explained first, and a runner sums up last. */
function endsOf(lines: readonly string[]): readonly string[] {
	const half = limits.read / 2;
	return lines.length <= limits.read ? lines : [...lines.slice(0, half), '', ...lines.slice(-half)];
}

/** As a terminal shows it, without colors: the last state of a line that was rewritten. */
function plainLine(line: string): string {
	const text = withoutEscapes(line.slice(0, limits.line * 2));
	return text
		.slice(text.lastIndexOf('\r', text.length - 2) + 1)
		.slice(0, limits.line)
		.trimEnd();
}

/** Blocks with a blank line between them; of too many the first and the last ones. */
function joined(blocks: readonly (readonly string[])[]): string[] {
	const found: string[] = [];
	const texts = blocks.map(block => [...block, '']);
	const size = (block: readonly string[]) => block.reduce((sum, line) => sum + line.length + 1, 0);
	let left = limits.characters * 0.75;
	const first = texts.findIndex(block => {
		left -= size(block);
		return left < 0;
	});
	if (first === -1) {
		return texts.flat();
	}
	found.push(...texts.slice(0, Math.max(first, 1)).flat());
	left = limits.characters * 0.25;
	const last = texts.slice(Math.max(first, 1)).toReversed();
	const kept = last.findIndex(block => {
		left -= size(block);
		return left < 0;
	});
	found.push(...last.slice(0, Math.max(kept, 0)).toReversed().flat());
	return cut(found);
}

/** One block alone may be too long. */
function cut(lines: readonly string[]): string[] {
	let left = limits.characters;
	const end = lines.findIndex(line => {
		left -= line.length + 1;
		return left < 0;
	});
	return end === -1 ? [...lines] : lines.slice(0, end);
}
