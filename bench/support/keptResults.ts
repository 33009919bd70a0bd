import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The options of every benchmark whose results can be kept; in the form `parseArgs` takes. */
export const keptOptions = { keep: { type: 'string' }, against: { type: 'string' } } as const;

/** Of one item: an id, a digest of its complete result and, for some benchmarks, the outcome in one word. */
interface KeptResult {
	readonly id: string;
	/** The first 16 hexadecimal digits of a SHA-256. */
	readonly digest: string;
	readonly outcome?: string;
}

/**
 * The results of a benchmark item by item, so that two versions of Faultline can be compared bit for bit. A file holds one
 * JSON line per item in the order of the ids, and nothing of the benchmark's data or of the results but digests.
 */
export class KeptResults {
	private readonly keepFile: string | undefined;
	private readonly before: ReadonlyMap<string, KeptResult> | undefined;
	private readonly now = new Map<string, KeptResult>();

	/** Throws when the file to compare with cannot be read, before any time is spent on the benchmark. */
	constructor({ keep, against }: { readonly keep?: string | undefined; readonly against?: string | undefined }) {
		this.keepFile = keep;
		this.before = against === undefined ? undefined : readKept(against);
	}

	/** `result` is plain JSON data without times, temporary paths and internal ids; the order of its keys does not count. */
	add(id: string, result: unknown, outcome?: string): void {
		if (this.now.has(id)) {
			throw new Error(`two results are called ${id}`);
		}
		this.now.set(id, { id, digest: digestOf(result), ...(outcome !== undefined && { outcome }) });
	}

	/** Writes the file of `--keep` and prints the comparison of `--against`. */
	finish(): void {
		const kept = [...this.now.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
		if (this.keepFile !== undefined) {
			mkdirSync(dirname(this.keepFile), { recursive: true });
			writeFileSync(this.keepFile, kept.map(each => `${JSON.stringify(each)}\n`).join(''));
		}
		if (this.before !== undefined) {
			printComparison(this.before, kept);
		}
	}
}

function printComparison(before: ReadonlyMap<string, KeptResult>, kept: readonly KeptResult[]): void {
	const known = kept.filter(({ id }) => before.has(id));
	const differing = known.filter(each => !isSame(each, before.get(each.id)));
	for (const { id, outcome } of differing) {
		const then = before.get(id)?.outcome;
		console.log(`differs: ${id}${outcome === then ? '' : ` (${then ?? 'no outcome'} -> ${outcome ?? 'no outcome'})`}`);
	}
	for (const { id } of kept.filter(({ id }) => !before.has(id))) {
		console.log(`new: ${id}`);
	}
	const nMissing = before.size - known.length;
	const nNew = kept.length - known.length;
	console.log(
		`${known.length - differing.length} same, ${differing.length} differ, ${nMissing} missing${nNew === 0 ? '' : `, ${nNew} new`}`,
	);
}

function isSame(a: KeptResult, b: KeptResult | undefined): boolean {
	return a.digest === b?.digest && a.outcome === b.outcome;
}

function readKept(path: string): Map<string, KeptResult> {
	const lines = readFileSync(path, 'utf8').split('\n');
	const kept = lines.filter(line => line !== '').map(line => JSON.parse(line) as KeptResult);
	return new Map(kept.map(each => [each.id, each]));
}

function digestOf(result: unknown): string {
	return createHash('sha256').update(JSON.stringify(result, sortKeys)).digest('hex').slice(0, 16);
}

/** For `JSON.stringify`: objects with their keys in a fixed order. */
function sortKeys(_key: string, value: unknown): unknown {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		return value;
	}
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
