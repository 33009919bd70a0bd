/** The recorded fate of a commit of accepted changes. */
export interface Delivery {
	readonly branch: string;
	/** Ids of git objects: the commit, its parent, and its content. */
	readonly commit: string;
	readonly base: string;
	readonly tree: string;
	/** The repository that has the branch: `github.com/owner/name`. */
	readonly pushedTo?: string;
	/** Address of the pull request. */
	readonly pullRequest?: string;
}

export type DeliveryEvent = BranchCommitted | BranchPushed | PullRequestOpened;

/** The accepted changes are a commit on a new branch of the user's repository. Ids are git object ids. */
export interface BranchCommitted {
	readonly type: 'branchCommitted';
	readonly branch: string;
	readonly commit: string;
	/** The parent of the commit. */
	readonly base: string;
	/** The content of the commit. */
	readonly tree: string;
}

/** A server has the branch. */
export interface BranchPushed {
	readonly type: 'branchPushed';
	readonly commit: string;
	/** `github.com/owner/name` */
	readonly to: string;
}

export interface PullRequestOpened {
	readonly type: 'pullRequestOpened';
	readonly commit: string;
	readonly url: string;
}

const types: readonly string[] = [
	'branchCommitted',
	'branchPushed',
	'pullRequestOpened',
] satisfies readonly DeliveryEvent['type'][];

export function isDelivery<E extends { readonly type: string }>(event: E): event is E & DeliveryEvent {
	return types.includes(event.type);
}

/** Pure. Each commit once; an event about a commit that was not recorded changes nothing. */
export function applyDelivery(deliveries: readonly Delivery[], event: DeliveryEvent): readonly Delivery[] {
	switch (event.type) {
		case 'branchCommitted': {
			const { branch, commit, base, tree } = event;
			return [...deliveries.filter(each => each.commit !== commit), { branch, commit, base, tree }];
		}
		case 'branchPushed':
			return changed(deliveries, event.commit, { pushedTo: event.to });
		case 'pullRequestOpened':
			return changed(deliveries, event.commit, { pullRequest: event.url });
	}
}

function changed(deliveries: readonly Delivery[], commit: string, change: Partial<Delivery>): readonly Delivery[] {
	return deliveries.map(each => (each.commit === commit ? { ...each, ...change } : each));
}
