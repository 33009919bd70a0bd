import { join } from 'node:path';
import { SectionFile, writeSectionFile } from '../../code/node/savedFiles/sectionFile';
import { errorText } from '../../system/pure/errors/errorText';
import type { Log } from '../../system/pure/log';
import type { SourceRepository } from './sourceRepository';

/** Increment when the form of the kept data changes. */
const version = 2;

/** Of some segments, newest first, which commits lead to the user's code; and how many are in none. */
export interface KnownCommits {
	/** Of the segments. */
	readonly names: readonly string[];
	/** Of each segment a byte for each commit, one segment after the other. */
	readonly alive: Uint8Array<ArrayBuffer>;
	readonly nCommits: number;
	readonly nMissing: number;
	/** Whether git listed all. */
	readonly isCounted: boolean;
	/** Whether the newest commit is in a segment. */
	readonly hasNewest: boolean;
}

type Facts = Omit<KnownCommits, 'alive'> & Pick<SourceRepository, 'head' | 'shallow'>;

/** Saves git's list, so that it need not list all commits again, even while segments are added. */
export class ReachableFile {
	private readonly file: string;

	constructor(
		folder: string,
		private readonly log: Log,
	) {
		this.file = join(folder, 'reachable');
	}

	/** Undefined if unknown for this commit. */
	load({ head, shallow }: SourceRepository, fingerprint: string): KnownCommits | undefined {
		try {
			using saved = SectionFile.open(this.file, { version, fingerprint }, ['alive']);
			const facts = saved.facts as Facts;
			return facts.head === head && facts.shallow === shallow ? { ...facts, alive: saved.read('alive') } : undefined;
		} catch {
			// It is made again.
			return undefined;
		}
	}

	async save({ head, shallow }: SourceRepository, known: KnownCommits, fingerprint: string): Promise<void> {
		const { alive, ...rest } = known;
		const facts: Facts = { ...rest, head, shallow };
		await writeSectionFile(this.file, { version, fingerprint, facts }, [['alive', alive]]).catch((error: unknown) =>
			this.log.warn(`The state of the history could not be saved: ${errorText(error)}`),
		);
	}
}
