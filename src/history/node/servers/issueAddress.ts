/** One issue, pull request or merge request, on the server that hosts it. */
export interface IssueAddress {
	readonly service: 'github' | 'gitlab';
	/** Origin of the server: `https://gitlab.com`. */
	readonly origin: string;
	/** `owner/name` on GitHub; on GitLab with any number of groups. */
	readonly project: string;
	readonly kind: 'issue' | 'change';
	readonly number: number;
	/** The URL for a browser. */
	readonly url: string;
}

export const githubOrigin = 'https://github.com';

/**
 * Reads the address of an issue, pull request or merge request, with or without a comment's anchor. GitHub is
 * github.com; GitLab may be any server, as `/-/` in the path identifies it. Undefined for every other text.
 */
export function readIssueUrl(text: string): IssueAddress | undefined {
	return readGithubUrl(text.trim()) ?? readGitlabUrl(text.trim());
}

function readGithubUrl(url: string): IssueAddress | undefined {
	const [, project, part, number] = githubUrl.exec(url) ?? [];
	return project && number
		? { service: 'github', origin: githubOrigin, project, kind: kindOf(part), number: Number(number), url }
		: undefined;
}

function readGitlabUrl(url: string): IssueAddress | undefined {
	const [, scheme, host, project, part, number] = gitlabUrl.exec(url) ?? [];
	if (!host || !project || !number || project.split('/').some(name => /^\.{1,2}$/.test(name))) {
		return undefined;
	}
	const { origin } = new URL(`${scheme ?? 'https://'}${host}`);
	// Without a scheme and a dot it may as well be a file path.
	if ((scheme === undefined && !host.includes('.')) || origin === githubOrigin) {
		return undefined;
	}
	return { service: 'gitlab', origin, project, kind: kindOf(part), number: Number(number), url };
}

function kindOf(part = ''): IssueAddress['kind'] {
	return /^(?:pull|merge)/i.test(part) ? 'change' : 'issue';
}

const githubUrl =
	/^(?:https?:\/\/)?(?:www\.)?github\.com\/((?!\.)[\w.-]+\/(?!\.{1,2}\/)[\w.-]+)\/(issues|pull|pulls)\/(\d{1,15})(?:[/?#]\S*)?$/i;

const gitlabUrl =
	/^(https?:\/\/)?([\w-]+(?:\.[\w-]+)*(?::\d{1,5})?)\/([\w.-]+(?:\/[\w.-]+)+)\/-\/(issues|work_items|merge_requests)\/(\d{1,15})(?:[/?#]\S*)?$/i;
