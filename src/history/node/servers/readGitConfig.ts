import type { GitRemote } from './remoteProject';

/** The remotes of a `.git/config`, in file order. Other lines are skipped. */
export function readGitConfig(text: string): GitRemote[] {
	const remotes: GitRemote[] = [];
	let name: string | undefined;
	for (const line of text.split(/\r?\n/)) {
		if (/^\s*\[/.test(line)) {
			name = /^\s*\[remote "(.+)"\]/.exec(line)?.[1];
		}
		const url = /^\s*url\s*=\s*"?([^"\s]+)/i.exec(line)?.[1];
		if (name !== undefined && url !== undefined) {
			remotes.push({ name, url });
		}
	}
	return remotes;
}
