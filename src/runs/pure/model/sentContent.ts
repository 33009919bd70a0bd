/**
 * Kinds of content that leave the machine: the issue, code of the workspace that the model asks for, and the output of
 * programs that a run executes.
 */
export type ContentKind = 'issue' | 'code' | 'output';

/**
 * The content a run sends, and its recipient: a user who agreed to it is asked again for another server or a further
 * kind.
 */
export interface SentContent {
	/** The recipient: `api.openai.com`. */
	readonly server: string;
	readonly kinds: readonly ContentKind[];
}

/** Whether the content is covered by the user's agreement. */
export function isCovered({ server, kinds }: SentContent, agreed: SentContent | undefined): boolean {
	return agreed?.server === server && kinds.every(kind => agreed.kinds.includes(kind));
}
