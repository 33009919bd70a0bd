import type { OwnPackage } from '../../../code/pure/search/files/projectOverview';
import type { TraceFrame } from '../../../runs/pure/model/brief';
import type { TraceFormats } from './traceFormats';

/**
 * How well a file fits a frame by more than its path: 2 its function is around that line, 1 elsewhere in the file, else
 * 0.
 */
export type FrameFit = (path: string, frame: TraceFrame) => 0 | 1 | 2;

/** An installed package may lie this many folders deep in the workspace: `src`, or a folder of several and `src`. */
const packageDepth = 2;

/** A frame as it is written, or as its possible source maps resolve it. */
export interface WrittenFrame {
	readonly meanings: readonly TraceFrame[];
	/** Number of the failure whose frame it is. */
	readonly failure: number;
}

/** A file, and the meaning of the frame that led to it. */
export interface FoundFile {
	readonly path: string;
	readonly frame: TraceFrame;
}

interface FrameFilesOptions {
	readonly formats: TraceFormats;
	readonly fit: FrameFit;
	/** Whether all paths begin with the name of a folder of the workspace. */
	readonly isInFolders: boolean;
	/** The packages of the workspace: copies of them may be installed elsewhere. */
	readonly packages: readonly OwnPackage[];
}

/** The files of the workspace that the paths in stack traces mean: paths of another machine, a container or a build. */
export class FrameFiles {
	private readonly byName = new Map<string, string[]>();

	constructor(
		paths: readonly string[],
		private readonly options: FrameFilesOptions,
	) {
		for (const path of paths) {
			const name = path.slice(path.lastIndexOf('/') + 1);
			this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
		}
	}

	/**
	 * The file of each frame. If several are equally likely, it is one near the files of the other frames of its failure,
	 * else of all.
	 */
	resolve(frames: readonly WrittenFrame[]): (FoundFile | undefined)[] {
		const candidates = frames.map(({ meanings }) =>
			meanings.flatMap(frame => this.candidates(frame).map(path => ({ path, frame }))),
		);
		const certain = frames.flatMap(({ failure }, at) => {
			const [first, ...others] = candidates[at] ?? [];
			return first === undefined || others.length > 0 ? [] : [{ failure, path: first.path }];
		});
		const all = certain.map(({ path }) => path);
		return frames.map(({ failure }, at) => {
			const found = candidates[at] ?? [];
			const own = certain.filter(each => each.failure === failure).map(({ path }) => path);
			return found.length < 2 ? found[0] : (nearest(found, own) ?? nearest(found, all));
		});
	}

	private candidates(frame: TraceFrame): readonly string[] {
		const parts = frame.file.split('/').filter(part => part !== '' && part !== '.' && part !== '..');
		const named = this.byName.get(parts.at(-1) ?? '') ?? [];
		const inPackage = this.options.formats.packagePath(frame.file);
		if (inPackage !== undefined) {
			const own = [...new Set(this.options.packages.flatMap(each => inFolder(named, each, inPackage)))];
			return this.best(own.length > 0 ? own : named.filter(path => isPackaged(path, inPackage)), frame);
		}
		const shared = named.map(path => nShared(path.split('/'), parts));
		const most = Math.max(0, ...shared);
		const longest = named.filter((_, at) => shared[at] === most);
		return most > 1 || parts.length === 1
			? this.best(longest, frame)
			: longest.filter(path => this.isOnTop(path) || this.options.fit(path, frame) > 0);
	}

	/** Directly in a folder of the workspace. */
	private isOnTop(path: string): boolean {
		return path.split('/').length === (this.options.isInFolders ? 2 : 1);
	}

	/** Of files with an equally long shared ending, those that have the function. */
	private best(paths: readonly string[], frame: TraceFrame): readonly string[] {
		const fits = paths.map(path => this.options.fit(path, frame));
		const most = Math.max(0, ...fits);
		return paths.filter((_, at) => fits[at] === most);
	}
}

/** The files in the folder of a package that an installed copy of it has at a path: `till-2.1.0/lib/voucher.rb`. */
function inFolder(paths: readonly string[], { name, folder }: OwnPackage, installed: string): readonly string[] {
	const [names, written] = [name.split('/'), installed.split('/')];
	// The copy of a package without a scope may be published in one.
	const parts = names.length === 1 && written[0]?.startsWith('@') ? written.slice(1) : written;
	const isIt = names.every((part, at) => isName(parts[at] ?? '', part, at === names.length - 1));
	const isRevision = /^[\da-f]{7,40}$/.test(parts[names.length] ?? '');
	const rest = parts.slice(names.length + (isRevision ? 1 : 0)).join('/');
	const below = paths.filter(path => isIt && (folder === '' || path.startsWith(`${folder}/`)));
	const exact = below.filter(path => path === (folder === '' ? rest : `${folder}/${rest}`));
	return exact.length > 0 ? exact : below.filter(path => path.endsWith(`/${rest}`));
}

/** Whether a folder is named after a package, with its version or the hash of its address at the end of the name. */
function isName(folder: string, name: string, isLast: boolean): boolean {
	const plain = (text: string) => text.toLowerCase().replaceAll(/[-_.]/g, '-');
	const isBefore = isLast && plain(folder).startsWith(plain(name));
	return plain(folder) === plain(name) || (isBefore && /^(?:[-@]v?\d|-[\da-f]{16}$)/.test(folder.slice(name.length)));
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

/** The file that shares the most folders with other files, if it is only one. */
function nearest(found: readonly FoundFile[], others: readonly string[]): FoundFile | undefined {
	const near = found.map(({ path }) =>
		others.reduce((sum, other) => sum + nCommon(path.split('/'), other.split('/')), 0),
	);
	const most = Math.max(...near);
	const [first, ...more] = found.filter((_, at) => near[at] === most);
	return more.length === 0 ? first : undefined;
}

function nCommon(a: readonly string[], b: readonly string[]): number {
	const end = a.findIndex((part, at) => part !== b[at]);
	return end === -1 ? a.length : end;
}
