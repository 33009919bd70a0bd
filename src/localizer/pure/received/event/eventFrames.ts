import { type Fields, fieldsOf, isRecord } from '../../../../system/pure/fields';

/** A stack of an event, innermost frame first. */
export interface StackFrames {
	readonly frames: readonly EventFrame[];
}

export interface EventFrame {
	/** `total (src/cart.ts:12:5)` */
	readonly text: string;
	/** Of the project, as the tracker says; undefined if it does not. */
	readonly isOwn?: boolean;
}

/** The innermost ones. */
const mostFrames = 250;

/** The frames of an error or a thread; undefined if it has none with a place. */
export function readFrames(holder: Fields, platform: string | undefined): StackFrames | undefined {
	const stack = fieldsOf(holder.stacktrace ?? holder.rawStacktrace);
	const given = Array.isArray(stack.frames) ? stack.frames : [];
	// An event has the innermost frame last.
	const frames = given
		.slice(-mostFrames)
		.filter(isRecord)
		.toReversed()
		.flatMap(frame => frameOf(frame, platform));
	return frames.length === 0 ? undefined : { frames };
}

/** The stack of the thread that failed, or else of the event itself. */
export function eventThread(
	threads: readonly unknown[],
	event: Fields,
	platform: string | undefined,
): StackFrames | undefined {
	const known = threads.filter(isRecord);
	const failed = known.find(({ crashed }) => crashed === true) ?? known.find(({ current }) => current === true);
	const holders = [failed, ...(known.length === 1 ? known : []), event];
	return holders.map(holder => holder && readFrames(holder, platform)).find(frames => frames !== undefined);
}

function frameOf(frame: Fields, platform: string | undefined): EventFrame[] {
	const field = (...names: readonly string[]) => names.map(name => frame[name]).find(value => value != null);
	const [line, column] = [field('lineno', 'lineNo'), field('colno', 'colNo')];
	const file = fileOf(field('filename'), field('abs_path', 'absPath'));
	if (file === undefined || typeof line !== 'number') {
		return [];
	}
	const isOwn = field('in_app', 'inApp');
	const place = `${file}:${line}${typeof column === 'number' && column > 0 ? `:${column}` : ''}`;
	const name = nameOf(field('function'), field('module'), file, platform);
	return [{ text: `${name} (${place})`, ...(typeof isOwn === 'boolean' && { isOwn }) }];
}

/** A name without folders says less than the whole path, if that is known. */
function fileOf(name: unknown, whole: unknown): string | undefined {
	const [file, path] = [name, whole].map(value => (typeof value === 'string' && value !== '' ? value : undefined));
	const found = file !== undefined && (/[/\\]/.test(file) || path === undefined) ? file : (path ?? file);
	return found?.replaceAll(/[()\n]/g, '');
}

/** A file without folders gets its folders by the module that its function is qualified with. */
function nameOf(written: unknown, module: unknown, file: string, platform: string | undefined): string {
	const name =
		typeof written === 'string'
			? written
					.replace(/\([^()]*\)$/, '')
					.replaceAll(/[()\n]/g, '')
					.trim()
			: '';
	const isQualified = platform === undefined || !/[/\\]/.test(file);
	return name === '' || name === '?'
		? '<anonymous>'
		: typeof module === 'string' && isQualified && /^[\w$.]+$/.test(module) && !name.startsWith(module)
			? `${module}.${name}`
			: name;
}
