import type { HttpLimits } from '../../../outgoing/node/outgoingHttp';
import type { UserError } from '../../../system/pure/errors/userError';

/** One issue, pull request or merge request, on the server that hosts it. */
export interface IssueAddress {
	/** The `id` of an `IssueServer`. */
	readonly service: string;
	/** Origin of the server: `https://gitlab.com`. */
	readonly origin: string;
	/** `owner/name` on GitHub; on GitLab with any number of groups. */
	readonly project: string;
	readonly kind: 'issue' | 'change';
	readonly number: number;
	/** The URL for a browser. */
	readonly url: string;
}

/** How the user is known to the server of one address. */
export interface IssueAccess {
	/** The user's token, only for the server of the address. */
	readonly token?: string;
	/** Base URL of the server's REST API, if it is not the usual one. */
	readonly api?: string;
}

export interface FetchIssueOptions extends IssueAccess {
	/** Replaces the usual limits. */
	readonly limits?: Partial<HttpLimits>;
	readonly signal?: AbortSignal;
}

/** How a server is asked for one issue. */
export interface IssueRequest {
	/** The server, for messages. */
	readonly name: string;
	readonly url: string;
	/** With the token, if any. */
	readonly headers: Readonly<Record<string, string>>;
	/** The field of the answer that has the text; `title` has the title. */
	readonly textField: 'body' | 'description';
	/** Returns an error with a remedy; undefined for the errors that all servers have. */
	refusal(response: Response): UserError | undefined;
}

/** A kind of server that has issues. A new one is a file, and a line in `issueServers`. */
export interface IssueServer {
	readonly id: string;
	/** As users know it. */
	readonly name: string;
	/** The origin of its own server, which may be asked for folders that are not trusted as well. */
	readonly home: string;
	/** The address of an issue, as an example. */
	readonly example: string;
	/** Reads the address of an issue, pull request or merge request, with or without a comment's anchor. */
	read(url: string): IssueAddress | undefined;
	/** Whether a server that a repository is from is of this kind. */
	isAt(origin: string): boolean;
	/** The URL of an issue for a browser; undefined for a project that the server cannot have. */
	issueUrl(origin: string, project: string, number: number): string | undefined;
	request(address: IssueAddress, options: FetchIssueOptions): IssueRequest;
	/** How the environment says that the user is known, by the variables of the server's own tools. */
	access(address: IssueAddress, env: Readonly<Record<string, string | undefined>>): IssueAccess;
	/** How the user of VS Code signs in: by an account of VS Code's, or with a token that may do `scope`. */
	readonly signIn:
		| { readonly kind: 'account'; readonly provider: string; readonly scopes: readonly string[] }
		| { readonly kind: 'token'; readonly scope: string };
}
