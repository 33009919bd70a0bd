import { FlattenMap, originalPositionFor, sourceContentFor, type TraceMap } from '@jridgewell/trace-mapping';
import type { TraceFrame } from '../../../runs/pure/model/brief';
import { type Files, FileUnreadableError } from '../../../system/pure/files';

/** A larger map, or script, is not read. */
const sizeLimit = 20_000_000;
/** A path is looked for below this many of its own folders. */
const endingLimit = 8;
/** Folders that builds write to: the address of a script does not have them, and the workspace does not list them. */
const outputFolders = [
	'',
	'dist/',
	'build/',
	'out/',
	'public/',
	'lib/',
	'www/',
	'static/',
	'.next/',
	'.output/public/',
];
const generated = /\.(?:[cm]?js|(?:js)?bundle)$/;
/** At the end of a script. Source: https://tc39.es/ecma426/ */
const mapComment = /\/[/*][#@] ?sourceMappingURL=([^\s*]+)/g;

interface ReadMap {
	readonly map: TraceMap;
	/** The path that its sources are relative to: its own, or its script's. */
	readonly path: string;
}

/** The source maps of a workspace: beside a script, in it, or where it says. Each is read once. */
export class SourceMaps {
	private readonly known = new Map<string, Promise<ReadMap | undefined>>();

	constructor(private readonly files: Files) {}

	/**
	 * The frame in the original code, if a source map of the workspace leads there; else the frame itself. Several folders
	 * of the workspace may have such a map. Maps are foreign: one that cannot be used is ignored.
	 */
	async originalFrames(frame: TraceFrame): Promise<readonly TraceFrame[]> {
		if (frame.line === undefined || !generated.test(frame.file)) {
			return [frame];
		}
		for (const path of endingsOf(frame.file)) {
			const found = (await this.mapsOf(path)).flatMap(map => originalOf(map, frame) ?? []);
			if (found.length > 0) {
				return found;
			}
		}
		return [frame];
	}

	/** The maps of a path below the folders of the workspace, or below those that builds write to. */
	private async mapsOf(path: string): Promise<readonly ReadMap[]> {
		const roots = ['', ...(this.files.folders ?? []).map(name => `${name}/`)];
		for (const output of outputFolders) {
			const maps = await Promise.all(roots.map(root => this.mapOf(root + output + path)));
			const found = maps.filter(map => map !== undefined);
			if (found.length > 0) {
				return found;
			}
		}
		return [];
	}

	private mapOf(script: string): Promise<ReadMap | undefined> {
		const known = this.known.get(script) ?? this.readMap(script);
		this.known.set(script, known);
		return known;
	}

	private async readMap(script: string): Promise<ReadMap | undefined> {
		const beside = await this.read(`${script}.map`);
		if (beside !== undefined) {
			return parsed(beside, `${script}.map`);
		}
		const address = [...((await this.read(script)) ?? '').matchAll(mapComment)].at(-1)?.[1];
		if (address === undefined) {
			return undefined;
		}
		if (address.startsWith('data:')) {
			return parsed(decoded(address), script);
		}
		const path = joined(script, address);
		const text = /^[a-z]+:/i.test(address) ? undefined : await this.read(path);
		return text === undefined ? undefined : parsed(text, path);
	}

	private async read(path: string): Promise<string | undefined> {
		try {
			const text = await this.files.readText(path);
			return text.length > sizeLimit ? undefined : text;
		} catch (error) {
			if (error instanceof FileUnreadableError) {
				return undefined;
			}
			throw error;
		}
	}
}

/** The ends of a path that begin with a name in it, the longest first. */
function endingsOf(file: string): readonly string[] {
	const parts = file.split('/').filter(part => part !== '' && part !== '.' && part !== '..');
	return parts.map((_, from) => parts.slice(from).join('/')).slice(-endingLimit);
}

function parsed(text: string, path: string): ReadMap | undefined {
	try {
		return { map: new FlattenMap(text), path };
	} catch {
		return undefined;
	}
}

/** The text of a `data:` address; empty if it cannot be read. */
function decoded(address: string): string {
	const comma = address.indexOf(',');
	const [head, data] = [address.slice(0, comma), address.slice(comma + 1)];
	try {
		return /;base64$/.test(head)
			? new TextDecoder().decode(Uint8Array.from(atob(data), sign => sign.charCodeAt(0)))
			: decodeURIComponent(data);
	} catch {
		return '';
	}
}

function originalOf({ map, path }: ReadMap, frame: TraceFrame): TraceFrame | undefined {
	try {
		const found = originalPositionFor(map, { line: frame.line ?? 1, column: (frame.column ?? 1) - 1 });
		if (found.source === null) {
			return undefined;
		}
		const { function: name, column: _, ...rest } = frame;
		const isNamed = name !== undefined && isWordOf(sourceContentFor(map, found.source), name);
		return { ...rest, file: joined(path, found.source), line: found.line, ...(isNamed && { function: name }) };
	} catch {
		return undefined;
	}
}

/** Whether the original code has a name: a minified one means nothing there, even if something else is called so. */
function isWordOf(code: string | null, name: string): boolean {
	const word = /(?<![\w$])[\w$]+$/.exec(name)?.[0] ?? '';
	return code === null ? word.length > 2 : new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`).test(code);
}

/** A path relative to a file. A source outside the workspace is no path of it. */
function joined(path: string, source: string): string {
	const plain = source.replace(/^[a-z-]+:\/\/(?:[^/]*(?=\/))?/, '').replace(/[?#][\s\S]*/, '');
	const parts: string[] = [];
	for (const part of [...path.split('/').slice(0, -1), ...plain.replaceAll('\\', '/').split('/')]) {
		if (part === '..') {
			parts.pop();
		} else if (part !== '' && part !== '.') {
			parts.push(part);
		}
	}
	return parts.join('/');
}
