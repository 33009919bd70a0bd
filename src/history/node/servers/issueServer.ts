import type { HttpLimits } from '../../../outgoing/node/outgoingHttp';
import type { UserError } from '../../../system/pure/errors/userError';

export interface FetchIssueOptions {
	/** The user's token, only for the server of the address. */
	readonly token?: string;
	/** Base URL of GitHub's REST API, where it is not GitHub's own. */
	readonly githubApi?: string;
	/** In place of the usual limits. */
	readonly limits?: Partial<HttpLimits>;
	readonly signal?: AbortSignal;
}

/** How a server is asked for one issue. */
export interface IssueServer {
	/** For messages. */
	readonly name: string;
	readonly url: string;
	/** With the token, if there is one. */
	readonly headers: Readonly<Record<string, string>>;
	/** The field of the answer that has the text; `title` has the title. */
	readonly textField: 'body' | 'description';
	/** What to do about an error; undefined for the errors that all servers have. */
	refusal(response: Response): UserError | undefined;
}
