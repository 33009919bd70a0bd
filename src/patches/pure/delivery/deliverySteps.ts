import { counted } from '../../../system/pure/text/counted';

/** The facts known about a pull request. */
export interface StepFacts {
	readonly branch: string;
	/** Root of the repository on disk. */
	readonly root: string;
	readonly nFiles: number;
	/** `owner/name` of the repository that the pull request is for. */
	readonly target: string;
	/** Its default branch; undefined while the server was not asked. */
	readonly into?: string | undefined;
	/** The user whose fork is pushed to. */
	readonly forkOwner?: string | undefined;
	/** Ids or addresses of steps done before. */
	readonly made?: string | undefined;
	readonly opened?: string | undefined;
}

/** Each step in one sentence, in the order they are done in. */
export function deliverySteps(facts: StepFacts): readonly [commit: string, push: string, open: string] {
	const { branch, root, nFiles, target, into, forkOwner, made, opened } = facts;
	const isUnknown = into === undefined;
	const to = forkOwner === undefined ? target : `the fork of ${target} that ${forkOwner} has, or gets now`;
	const owner = forkOwner ?? target.split('/')[0];
	return [
		made === undefined
			? `Commit ${counted(nFiles, 'file')} on the new branch ${branch} in ${root}. Your own branch and files stay as they are.`
			: `The commit exists: branch ${branch} (${made.slice(0, 10)}).`,
		`Push this branch, and nothing else, to ${to}${isUnknown ? ', or to your fork of it' : ''}. Never with force.`,
		opened === undefined
			? `Open a draft pull request in ${target}${isUnknown ? '' : `: ${owner}:${branch} into ${into}`}.`
			: `The pull request exists: ${opened}`,
	];
}
