import picomatch from 'picomatch';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import kinds from './selfRunningFiles.json';

/** A file of a patch that runs by itself: its changes need their own accept. */
export interface FileWarning {
	readonly path: string;
	/** `the editor runs or obeys it when the folder is opened` */
	readonly reason: string;
}

/**
 * Why a file runs without anyone starting it; undefined for one that does not. Letter case, backslashes and blanks or dots
 * at the end of a name do not count, as on some systems.
 */
export function selfRunning(written: string): string | undefined {
	const names = written.replaceAll('\\', '/').split('/');
	const path = names
		.map(name => name.replace(/(?<![ .])[ .]+$/, ''))
		.filter(name => name !== '')
		.join('/');
	return kinds.find(({ patterns }) => picomatch.isMatch(path, patterns, { dot: true, nocase: true }))?.reason;
}

export function fileWarnings(files: readonly Pick<PatchedFile, 'path'>[]): FileWarning[] {
	return files.flatMap(({ path }) => {
		const reason = selfRunning(path);
		return reason === undefined ? [] : [{ path, reason }];
	});
}

/** One line about a file, for users. */
export function warningText({ path, reason }: FileWarning): string {
	return `${path} runs by itself: ${reason}.`;
}
