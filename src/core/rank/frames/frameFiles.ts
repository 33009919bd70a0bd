import type { TraceFrame } from '../../model/brief';
import type { TraceFormats } from '../brief/traceFormats';

/** How well a file fits a frame besides its path: 2 its function is around that line, 1 elsewhere in the file, else 0. */
export type FrameFit = (path: string, frame: TraceFrame) => 0 | 1 | 2;

/** An installed package may lie this many folders deep in the workspace: `src`, or a folder of several and `src`. */
const packageDepth = 2;

/** The files of the workspace that the paths in stack traces mean: paths of another machine, a container or a build. */
export class FrameFiles {
	private readonly byName = new Map<string, string[]>();

	constructor(
		paths: readonly string[],
		private readonly formats: TraceFormats,
		private readonly fit: FrameFit,
	) {
		for (const path of paths) {
			const name = path.slice(path.lastIndexOf('/') + 1);
			this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
		}
	}

	/** The file of each frame. Where several are equally likely, it is one near the files of the other frames. */
	resolve(frames: readonly TraceFrame[]): (string | undefined)[] {
		const candidates = frames.map(frame => this.candidates(frame));
		const certain = candidates.flatMap(paths => (paths.length === 1 ? paths : []));
		return candidates.map(paths => (paths.length < 2 ? paths[0] : nearest(paths, certain)));
	}

	private candidates(frame: TraceFrame): readonly string[] {
		const parts = frame.file.split('/').filter(part => part !== '' && part !== '.' && part !== '..');
		const named = this.byName.get(parts.at(-1) ?? '') ?? [];
		const inPackage = this.formats.packagePath(frame.file);
		if (inPackage !== undefined) {
			const packaged = named.filter(path => isPackaged(path, inPackage));
			return this.best(packaged, frame);
		}
		const shared = named.map(path => nShared(path.split('/'), parts));
		const most = Math.max(0, ...shared);
		const longest = named.filter((_, at) => shared[at] === most);
		return most > 1 || parts.length === 1
			? this.best(longest, frame)
			: longest.filter(path => !path.includes('/') || this.fit(path, frame) > 0);
	}

	/** Of files with an equally long shared ending, those that have the function. */
	private best(paths: readonly string[], frame: TraceFrame): readonly string[] {
		const fits = paths.map(path => this.fit(path, frame));
		const most = Math.max(0, ...fits);
		return paths.filter((_, at) => fits[at] === most);
	}
}

/** Whether a file of the workspace is the one that an installed package has at a path. */
function isPackaged(path: string, inPackage: string): boolean {
	if (path !== inPackage && !path.endsWith(`/${inPackage}`)) {
		return false;
	}
	const depth = path.slice(0, path.length - inPackage.length).split('/').length - 1;
	return depth === 0 || (inPackage.includes('/') && depth <= packageDepth);
}

function nShared(path: readonly string[], written: readonly string[]): number {
	let n = 0;
	while (n < path.length && n < written.length && path.at(-1 - n) === written.at(-1 - n)) {
		n++;
	}
	return n;
}

/** The path that shares the most folders with other files, if it is only one. */
function nearest(paths: readonly string[], others: readonly string[]): string | undefined {
	const near = paths.map(path => others.reduce((sum, other) => sum + nCommon(path.split('/'), other.split('/')), 0));
	const most = Math.max(...near);
	const [first, ...more] = paths.filter((_, at) => near[at] === most);
	return more.length === 0 ? first : undefined;
}

function nCommon(a: readonly string[], b: readonly string[]): number {
	const end = a.findIndex((part, at) => part !== b[at]);
	return end === -1 ? a.length : end;
}
