import { isLoopback } from '../../../outgoing/node/requireHttps';
import { askGit } from '../git/git';
import { settingOf, textOf } from '../git/repository';
import { byPreference, readRemoteUrl } from './remoteProject';

/** The name of the branch that a folder is on; undefined if it is on none. */
export async function currentBranch(folder: string): Promise<string | undefined> {
	const { stdout, exitCode } = await askGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
	return exitCode === 0 ? textOf(stdout) : undefined;
}

/** The projects of a repository's remotes on one server: `owner/name`, those of `upstream` and `origin` first. */
export async function projectsOn(folder: string, origin: string): Promise<readonly string[]> {
	const listed = (await settingOf(folder, '--get-regexp', '^remote\\..*\\.url$')) ?? '';
	const remotes = listed.split('\n').flatMap(line => {
		const [, name, url] = /^remote\.(.+)\.url (\S+)$/.exec(line) ?? [];
		return name === undefined || url === undefined ? [] : [{ name, url }];
	});
	return [...new Set(byPreference(remotes).flatMap(({ url }) => projectOf(url, origin) ?? []))];
}

function projectOf(url: string, origin: string): string | undefined {
	const found = readRemoteUrl(url);
	const isHere = found?.origin === origin || (isLoopback(origin) && url.startsWith(`${origin}/`));
	const project = isHere && isLoopback(origin) ? url.slice(origin.length + 1).replace(/\.git$/, '') : found?.project;
	return isHere && project !== undefined && /^[\w.-]+\/[\w.-]+$/.test(project) ? project : undefined;
}
