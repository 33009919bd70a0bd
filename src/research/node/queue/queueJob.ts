import { createHash } from 'node:crypto';
import { strategies } from '../../../engine/strategies/strategies';
import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import type { FoundSecret } from '../../../outgoing/pure/secrets/withoutSecrets';
import { UserError } from '../../../system/pure/errors/userError';
import { isRecord } from '../../../system/pure/fields';
import { type Instance, isRepository } from '../batches/instances';

/** All that a queue is given of an instance: no key, no code, no path. */
export interface QueueJob {
	readonly instance: string;
	/** `owner/name` */
	readonly repository: string;
	/** Its whole hash. */
	readonly commit: string;
	readonly strategy: string;
	/** The text, without secrets. */
	readonly issue: string;
}

const fieldNames = ['instance', 'repository', 'commit', 'strategy', 'issue'] as const;
const maxNameChars = 200;
const maxIssueChars = 1_000_000;

/**
 * The job for an instance, and the parts removed from its text. Throws `UserError` if workers elsewhere would not find
 * the same code.
 */
export function jobOf(
	{ id, issue, code }: Instance,
	strategy: string,
): { readonly job: QueueJob; readonly removed: readonly FoundSecret[] } {
	if ('folder' in code) {
		throw new UserError(
			`${id} names a folder, which workers elsewhere do not have: give "repo" and "base_commit" instead.`,
		);
	}
	const { text, found } = new OutgoingGate().clean(issue);
	const job = readJob({ instance: id, repository: code.repo, commit: code.commit, strategy, issue: text });
	if (typeof job === 'string') {
		throw new UserError(`${id} cannot be queued: ${job}`);
	}
	return { job, removed: found };
}

/** The job in a queue's data, or a sentence that states why it is none. */
export function readJob(data: unknown): QueueJob | string {
	if (!isRecord(data) || fieldNames.some(name => typeof data[name] !== 'string')) {
		return `A job consists of texts named ${fieldNames.join(', ')}.`;
	}
	const other = Object.keys(data).find(name => !fieldNames.some(each => each === name));
	if (other !== undefined) {
		return 'It has a field that no job has.';
	}
	const { instance, repository, commit, strategy, issue } = data as Readonly<
		Record<(typeof fieldNames)[number], string>
	>;
	if (instance.length > maxNameChars || instance.trim() === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(instance)) {
		return `Its instance is not a name of at most ${maxNameChars} characters.`;
	}
	if (repository.length > maxNameChars || !isRepository(repository)) {
		return 'Its repository is not one such as owner/name.';
	}
	if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) {
		return 'Its commit is not the whole hash of a commit, in lower case.';
	}
	if (!strategies.some(({ name }) => name === strategy)) {
		return 'Its strategy is unknown.';
	}
	if (issue.trim() === '' || issue.length > maxIssueChars) {
		return `Its issue is empty, or longer than ${maxIssueChars} characters.`;
	}
	return { instance, repository, commit, strategy, issue };
}

/** The same for the same instance at the same commit by the same build: an instance submitted twice is one job. */
export function jobId({ instance, commit }: QueueJob, build: string): string {
	const hash = createHash('sha256')
		.update(JSON.stringify([instance, commit, build]))
		.digest('hex');
	// A queue takes a number for one of its own.
	return `job-${hash.slice(0, 32)}`;
}

/** The instance that a worker runs. */
export function instanceOf({ instance, repository, commit, issue }: QueueJob): Instance {
	return { id: instance, issue, code: { repo: repository, commit }, row: {} };
}
