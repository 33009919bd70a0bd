import { applyDiff } from '../../../../src/runs/pure/diff/applyDiff';
import { parseDiff } from '../../../../src/runs/pure/diff/parseDiff';
import type { Execution } from '../../../../src/runs/pure/model/execution';
import type { Checkout, Checkouts } from '../../../../src/sandbox/pure/execution/checkouts';
import type { Runner } from '../../../../src/sandbox/pure/execution/runner';
import { MemoryFiles } from '../../../support/memoryFiles';

type Texts = Readonly<Record<string, string>>;

/**
 * Scratch copies in memory, and a runner whose programs end as `failing` says of the copy's files: an error, or ''. Those
 * without one get to the end of the reproducer.
 */
export function memoryExecution(
	texts: Texts,
	failing: (texts: Texts) => string,
): { readonly checkouts: Checkouts; readonly runner: Runner; readonly skipsTests: true } {
	const copies = new Map<string, MemoryCopy>();
	return {
		skipsTests: true,
		checkouts: {
			create: async name => {
				const copy = new MemoryCopy(`/copies/${name}`, texts);
				copies.set(copy.folder, copy);
				return copy.checkout();
			},
		},
		runner: {
			run: async ({ cwd }) => {
				const files = copies.get(cwd)?.texts ?? {};
				return executionOf(failing(files), endMarks(files));
			},
		},
	};
}

/** The marks that programs print at their end. */
function endMarks(files: Texts): string {
	return Object.values(files)
		.flatMap(text => text.match(/\bend-[\da-f-]{36}/g) ?? [])
		.join('\n');
}

function executionOf(error: string, marks: string): Execution {
	return {
		stdout: error === '' ? marks : '',
		stderr: error,
		exitCode: error === '' ? 0 : 1,
		timedOut: false,
		durationMs: 1,
	};
}

class MemoryCopy {
	texts: Texts;

	constructor(
		readonly folder: string,
		private readonly original: Texts,
	) {
		this.texts = original;
	}

	checkout(): Checkout {
		const copy = this;
		const notUsed = async () => {
			throw new Error('not used by any test');
		};
		return {
			folder: this.folder,
			get files() {
				return new MemoryFiles(copy.texts);
			},
			reach: { writable: [], readable: [] },
			contents: async () => ({ sha256: '0'.repeat(64), nFiles: Object.keys(copy.original).length, locks: [] }),
			write: async (path, content) => {
				copy.texts = { ...copy.texts, [path]: String(content) };
			},
			find: async () => [],
			remove: async path => {
				const { [path]: _removed, ...others } = copy.texts;
				copy.texts = others;
			},
			apply: async diff => {
				for (const change of parseDiff(diff)) {
					const { oldPath, newPath = '' } = change;
					const after = applyDiff(oldPath === undefined ? undefined : copy.texts[oldPath], change);
					if (after === undefined) {
						throw new Error(`the diff does not apply to ${newPath}`);
					}
					copy.texts = { ...copy.texts, [newPath]: after };
				}
			},
			diff: notUsed,
			reset: async () => {
				copy.texts = this.original;
			},
			snapshot: notUsed,
			restore: notUsed,
			dispose: async () => undefined,
		};
	}
}
