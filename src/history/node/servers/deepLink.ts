import { isAbsolute } from 'node:path';
import { UserError } from '../../../system/pure/errors/userError';
import type { IssueAddress } from './issueServer';
import { readIssueUrl } from './issueServers';

/** The target that a link to Faultline (`vscode://faultline.faultline/…`) asks to open. */
export type DeepLink =
	| { readonly kind: 'issue'; readonly address: IssueAddress }
	/** An absolute path on this machine's disk. */
	| { readonly kind: 'run'; readonly file: string };

/** The parts of a link, decoded. */
export interface LinkParts {
	readonly path: string;
	readonly query: string;
}

const longest = 2_000;

/**
 * Reads a link, which may be anyone's: `/issue?url=ADDRESS` or `/run?file=PATH`. `origins`: the servers whose issues it
 * may lead to. Throws `UserError` for every other link. Opens nothing.
 */
export function readDeepLink({ path, query }: LinkParts, origins: readonly string[]): DeepLink {
	if (path.length + query.length > longest) {
		throw refused(`it is longer than ${longest} characters`);
	}
	if (/\p{Cc}|\p{Bidi_Control}/u.test(path + query)) {
		throw refused('it contains characters that cannot be seen');
	}
	switch (path) {
		case '/issue':
			return { kind: 'issue', address: issueOf(parameterOf(query, 'url'), origins) };
		case '/run':
			return { kind: 'run', file: runFileOf(parameterOf(query, 'file')) };
		default:
			throw refused('it is neither /issue?url=… nor /run?file=…');
	}
}

/** The text after the only parameter: a decoded query does not show the start of another one. */
function parameterOf(query: string, name: string): string {
	if (!query.startsWith(`${name}=`)) {
		throw refused(`it does not begin with ${name}=`);
	}
	return query.slice(name.length + 1);
}

function issueOf(url: string, origins: readonly string[]): IssueAddress {
	const address = /^https:\/\//i.test(url) ? readIssueUrl(url) : undefined;
	if (address === undefined) {
		throw refused('its url is not the https address of an issue, pull request or merge request');
	}
	if (!origins.includes(address.origin)) {
		throw refused(
			`it leads to ${address.origin}; links may lead to ${origins.join(' and ')} only. Paste the address of the issue instead, if you trust it`,
		);
	}
	return address;
}

function runFileOf(file: string): string {
	if (/^[\\/]{2}/.test(file)) {
		throw refused('its file is on another machine');
	}
	if (/^[a-z][a-z\d+.-]+:/i.test(file)) {
		throw refused('its file is an address, not a path');
	}
	if (!isAbsolute(file) || file.split(/[\\/]/).includes('..')) {
		throw refused('its file is not an absolute path');
	}
	if (!/\.jsonl?$/i.test(file)) {
		throw refused('its file is not a run file (.json, .jsonl)');
	}
	return file;
}

function refused(why: string): UserError {
	return new UserError(`A link to Faultline was not followed: ${why}.`);
}
