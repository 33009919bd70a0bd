import { contentHash } from '../../../system/pure/text/contentHash';
import type { Instance } from './instances';

/** Settings that the results of a batch depend on; all writers to one folder have the same. */
export interface BatchSettings {
	readonly goal: 'locate' | 'fix' | 'eval';
	/** Faultline's version. */
	readonly version: string;
	/** `embedded`, or the model's name and server. */
	readonly engine: string;
	/** As on the command line: `--rounds 10`. */
	readonly options: readonly string[];
	/** The name of the queue, for results of a queue. Its jobs are not known before. */
	readonly queue?: string;
	/** A digest of each issue and the place of its code, by id; empty for a queue. */
	readonly instances: Readonly<Record<string, string>>;
}

/** Digests of instances by id. The text and the commit count; the place of a folder does not. */
export async function digestsOf(instances: readonly Instance[]): Promise<Record<string, string>> {
	const digests = instances.map(async ({ id, issue, code }) => {
		const digest = await contentHash({ issue, code: 'folder' in code ? undefined : code });
		return [id, digest.slice(0, 16)] as const;
	});
	return Object.fromEntries(await Promise.all(digests));
}

/** 16 hexadecimal digits that only equal settings share. */
export async function settingsDigest(settings: BatchSettings): Promise<string> {
	return (await contentHash(settings)).slice(0, 16);
}

/** How two differ, as a phrase: `--rounds 10 instead of --rounds 15`; undefined if they are equal. */
export function differenceOf(settings: BatchSettings, others: BatchSettings): string | undefined {
	const differences = [
		other('', settings.goal, others.goal),
		other('', queueOf(settings), queueOf(others)),
		other('version ', settings.version, others.version),
		other('model ', settings.engine, others.engine),
		other('', settings.options.join(' ') || 'no options', others.options.join(' ') || 'no options'),
		otherIssues(settings.instances, others.instances),
	].filter(difference => difference !== undefined);
	return differences.length === 0 ? undefined : differences.join(', ');
}

function queueOf({ queue }: BatchSettings): string {
	return queue === undefined ? 'no queue' : `queue ${queue}`;
}

function other(what: string, value: string, before: string): string | undefined {
	return value === before ? undefined : `${what}${value} instead of ${before}`;
}

function otherIssues(now: BatchSettings['instances'], before: BatchSettings['instances']): string | undefined {
	const ids = new Set([...Object.keys(now), ...Object.keys(before)]);
	const nOther = [...ids].filter(id => now[id] !== before[id]).length;
	return nOther === 0 ? undefined : `${nOther} other issues`;
}
