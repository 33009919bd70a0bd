import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomNumbers } from '../../test/support/randomNumbers';
import { createScratchFolder } from '../../test/support/scratchFolder';

/** What became of the variants of one kind of attack. */
export interface AttackOutcome {
	readonly nVariants: number;
	/** Names of the variants whose effect was seen. */
	readonly succeeded: readonly string[];
	/** Variants that did not get as far as their attack, controls without effect, and too few of either. */
	readonly errors: readonly string[];
	/** How many controls, which are attacks without the protection, had their effect. */
	readonly nControls: number;
}

/** What one variant did. */
export interface Seen {
	/** Whether the attack was really tried. */
	readonly ran: boolean;
	/** Whether its effect was seen: what reached a request, a file, a process or an output. */
	readonly succeeded: boolean;
}

/** Of each kind, where all are tried; and where only some are. */
const fewestVariants = { all: 20, some: 8 };
/** Coprime to what the variants are made of in turn, so that some of each occur. */
const everyNth = 5;
/** A user without any rights, whom most systems call nobody. */
const nobody = 65_534;

/** The place where the variants of one kind are tried: a scratch folder, random numbers of a seed, and a tally. */
export class Lab {
	/** The same in every run with one seed. */
	readonly random: (limit: number) => number;
	private readonly scratch;
	private readonly names = new Set<string>();
	private readonly succeeded: string[] = [];
	private readonly errors: string[] = [];
	private nControls = 0;

	/** With `onlySome`, kinds that take long try a part of their variants. */
	constructor(
		kind: string,
		seed: number,
		private readonly onlySome = false,
	) {
		this.random = randomNumbers(seed);
		this.scratch = createScratchFolder(`attacks-${kind}`);
	}

	/** Absolute path of an entry, without symbolic links. */
	path(...parts: readonly string[]): string {
		return join(this.scratch.path, ...parts);
	}

	/** Writes files by path; a path that ends with a slash is an empty folder. */
	write(files: Readonly<Record<string, string | Uint8Array>>): void {
		for (const [path, content] of Object.entries(files)) {
			const target = this.path(path);
			mkdirSync(path.endsWith('/') ? target : dirname(target), { recursive: true });
			if (!path.endsWith('/')) {
				writeFileSync(target, content);
			}
		}
	}

	/** The user of this process, and nobody where this is root's. */
	users(): readonly { readonly name: string; readonly uid: number | undefined }[] {
		const own = process.getuid?.();
		const users = [{ name: own === 0 ? 'root' : 'user', uid: own }];
		return own === 0 ? [...users, { name: 'nobody', uid: nobody }] : users;
	}

	/** All of the items, or only some. */
	tried<T>(items: readonly T[]): T[] {
		return items.filter((_, at) => !this.onlySome || at % everyNth === 0);
	}

	/** Gives all of the folder to a user. */
	giveTo(uid: number | undefined): void {
		if (uid !== undefined && uid !== process.getuid?.()) {
			execFileSync('chown', ['-R', '-h', String(uid), this.path()]);
		}
	}

	/** The items in an order of the seed. */
	shuffled<T>(items: readonly T[]): T[] {
		const left = [...items];
		return items.flatMap(() => left.splice(this.random(left.length), 1));
	}

	/** One of the items, by the seed. */
	oneOf<T>(items: readonly T[]): T {
		const item = items[this.random(items.length)];
		if (item === undefined) {
			throw new Error('nothing to choose from');
		}
		return item;
	}

	variant(name: string, { ran, succeeded }: Seen): void {
		if (this.names.has(name)) {
			this.errors.push(`two variants are called ${name}`);
		}
		this.names.add(name);
		if (succeeded) {
			this.succeeded.push(name);
		} else if (!ran) {
			this.errors.push(`not tried: ${name}`);
		}
	}

	/** The same attack without the protection: its effect has to be seen, or else nothing would be. */
	control(name: string, hadEffect: boolean): void {
		if (hadEffect) {
			this.nControls++;
		} else {
			this.errors.push(`control without effect: ${name}`);
		}
	}

	/** Deletes the folder. */
	close(): AttackOutcome {
		this.scratch.remove();
		const nVariants = this.names.size;
		const few = [
			...(nVariants < fewestVariants[this.onlySome ? 'some' : 'all'] ? [`only ${nVariants} variants`] : []),
			...(this.nControls === 0 ? ['no control'] : []),
		];
		return { nVariants, succeeded: this.succeeded, errors: [...this.errors, ...few], nControls: this.nControls };
	}
}
