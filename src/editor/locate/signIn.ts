import type { IssueAddress } from '../../node/issues/issueAddress';

/** How a person shows a server who they are. */
export interface SignIn {
	/** The token of the person for the server, if there is one without asking. */
	known(address: IssueAddress): Promise<string | undefined>;
	/** Tells why the server refused, offers to sign in, and does so. Undefined: they would rather not. */
	offer(refusal: string, address: IssueAddress): Promise<string | undefined>;
	/** The token from `offer` was good. */
	accepted(token: string, address: IssueAddress): Promise<void>;
}
