import { type DecisionLog, PatchWrites } from '../../src/patches/pure/acceptance/patchWrites';
import type { UserFileAccess } from '../../src/patches/pure/acceptance/userFileAccess';
import { applyDecision, isDecision, noDecisions, type PatchDecisions } from '../../src/runs/pure/events/patchDecisions';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { FileCopies } from '../../src/runs/pure/log/fileCopies';

const byteOrderMark = '\ufeff';

/** How much of a write is done when the process is killed: nothing, everything, or a part. */
export type KilledWrite = 'before' | 'after' | 'torn';

export class Killed extends Error {}

/** A disk, a log and artifacts that outlive the processes that change them. */
export class KillableFiles {
	readonly disk = new Map<string, Uint8Array>();
	readonly copies = new Map<string, Uint8Array>();
	readonly events: RunEventBody[] = [];
	private nWrites = 0;

	get decisions(): PatchDecisions {
		return this.events.reduce(
			(decisions, event) => (isDecision(event) ? applyDecision(decisions, event) : decisions),
			noDecisions,
		);
	}

	text(path: string): string | undefined {
		const bytes = this.disk.get(path);
		return bytes && new TextDecoder().decode(bytes);
	}

	set(path: string, text: string): void {
		this.disk.set(path, new TextEncoder().encode(text));
	}

	/** A process that is killed at its `killAt`th effect, counted from 0. */
	process(killAt = Number.POSITIVE_INFINITY, how: KilledWrite = 'before'): PatchWrites {
		let nEffects = 0;
		const effect = (apply: (torn: boolean) => void) => {
			const at = nEffects++;
			if (at > killAt || (at === killAt && how === 'before')) {
				throw new Killed();
			}
			apply(at === killAt && how === 'torn');
			if (at === killAt) {
				throw new Killed();
			}
		};
		const files: UserFileAccess = {
			read: async path => this.disk.get(path),
			write: async (path, bytes) => effect(torn => this.write(path, torn ? bytes?.slice(0, bytes.length / 2) : bytes)),
			decode: async (_path, bytes) => new TextDecoder().decode(bytes),
			// As VS Code does, with the mark that the file has.
			encode: async (path, text) => new TextEncoder().encode((this.hasMark(path) ? byteOrderMark : '') + text),
		};
		const copies: FileCopies = {
			// Atomic: written completely or not at all.
			write: async (_run, name, bytes) => effect(torn => void (torn || this.copies.set(name, bytes))),
			read: async (_run, name) => this.copies.get(name) ?? Promise.reject(new Error(`no copy ${name}`)),
			exclusive: (_run, work) => work(),
		};
		const log: DecisionLog = {
			decisions: async () => this.decisions,
			// A torn last line is dropped.
			emit: async (_run, body) => effect(torn => void (torn || this.events.push(body))),
		};
		return new PatchWrites({ files, copies, log, newId: () => `w${++this.nWrites}` });
	}

	private hasMark(path: string): boolean {
		const [first, second, third] = this.disk.get(path) ?? [];
		return first === 0xef && second === 0xbb && third === 0xbf;
	}

	private write(path: string, bytes: Uint8Array | undefined): void {
		bytes === undefined ? this.disk.delete(path) : this.disk.set(path, bytes);
	}
}
