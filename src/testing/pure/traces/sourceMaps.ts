import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { TraceFrame } from '../../../runs/pure/model/brief';
import { type Files, FileUnreadableError } from '../../../system/pure/files';

/** A larger map is not read. */
const sizeLimit = 20_000_000;
/** A path is looked for below this many of its own folders. */
const endingLimit = 8;

/**
 * The frame in the original code, if a source map of the workspace leads there; else the frame itself. Several folders
 * of the workspace may have such a map. Maps are foreign: one that cannot be used is ignored.
 */
export async function originalFrames(frame: TraceFrame, files: Files): Promise<readonly TraceFrame[]> {
	const { file, line, column } = frame;
	if (line === undefined || !/\.[cm]?js$/.test(file)) {
		return [frame];
	}
	const parts = file.split('/').filter(part => part !== '' && part !== '.' && part !== '..');
	const folders = ['', ...(files.folders ?? []).map(name => `${name}/`)];
	for (let from = Math.max(0, parts.length - endingLimit); from < parts.length; from++) {
		const found: TraceFrame[] = [];
		for (const folder of folders) {
			const path = folder + parts.slice(from).join('/');
			const text = await readMap(`${path}.map`, files);
			const original = text === undefined ? undefined : originalPlace(text, { path, line, column: column ?? 1 });
			found.push(...(original === undefined ? [] : [{ ...frame, ...original }]));
		}
		if (found.length > 0) {
			return found;
		}
	}
	return [frame];
}

async function readMap(path: string, files: Files): Promise<string | undefined> {
	try {
		const text = await files.readText(path);
		return text.length > sizeLimit ? undefined : text;
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return undefined;
		}
		throw error;
	}
}

interface GeneratedPlace {
	readonly path: string;
	readonly line: number;
	readonly column: number;
}

function originalPlace(
	map: string,
	{ path, line, column }: GeneratedPlace,
): Pick<TraceFrame, 'file' | 'line'> | undefined {
	try {
		const found = originalPositionFor(new TraceMap(map), { line, column: column - 1 });
		return found.source === null ? undefined : { file: joined(path, found.source), line: found.line };
	} catch {
		return undefined;
	}
}

/** A source is relative to its map. A source outside the workspace is no path of it. */
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
