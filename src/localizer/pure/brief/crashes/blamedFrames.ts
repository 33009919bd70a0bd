import type { Blame } from '../../../../code/pure/languages/crashData';
import type { StackRole, TraceFrame } from '../../../../runs/pure/model/brief';
import type { CrashFormats, CrashFrame, CrashPlace } from './crashFormats';

interface BlameOptions {
	/** The place of the failure according to the report: code it calls only found the failure. */
	readonly place?: CrashPlace | undefined;
	readonly blame: Blame;
	readonly role: StackRole;
}

/** The frames of a stack that belong to the program, innermost first, with the one to blame marked. */
export function blamedFrames(
	all: readonly CrashFrame[],
	{ place, blame, role }: BlameOptions,
	formats: CrashFormats,
): TraceFrame[] {
	const reliable = all.filter(({ isDoubtful }) => !isDoubtful);
	const called = reliable.length > 0 ? reliable : all;
	const interrupted = blame === 'runs' ? afterInterrupt(called, formats) : called;
	const own = interrupted.filter(({ function: name = '' }) => !formats.is('reporting', name));
	const isStated = !formats.is('reporting', place?.function ?? '');
	const frames = fromPlace(withoutRepeats(own.length > 0 ? own : called), isStated ? place : undefined, formats);
	const blamed = blamedPositions(frames, { blame, role }, formats);
	return frames.map((frame, idx) => ({
		file: frame.file ?? '',
		...(frame.line !== undefined && { line: frame.line }),
		...(frame.function !== undefined && { function: frame.function }),
		...(frame.module !== undefined && { module: frame.module }),
		...(frame.isInline === true && { isInline: true as const }),
		...(blamed.includes(idx) && { blame: blamed.indexOf(idx) + 1 }),
		...((isHelper(frame, formats) || formats.is('entries', frame.function ?? '')) && { isHelper: true as const }),
	}));
}

type OwnFrame = CrashPlace & Partial<Pick<CrashFrame, 'isInline' | 'module'>>;

/** An interrupt that finds a stall, or preempts stalled code, has nothing to do with it. */
function afterInterrupt(frames: readonly CrashFrame[], formats: CrashFormats): readonly CrashFrame[] {
	const is = (role: 'interrupts' | 'detecting') => (frame: CrashFrame) => formats.is(role, frame.function ?? '');
	const first = frames.findIndex(is('interrupts'));
	const above = frames.slice(0, Math.max(0, first));
	const nEntries = frames.slice(first).findIndex(frame => !is('interrupts')(frame));
	return above.some(is('detecting')) && nEntries !== -1 ? frames.slice(first + nEntries) : frames;
}

/** The same function twice in a row is the program counter and its frame. */
function withoutRepeats(frames: readonly CrashFrame[]): CrashFrame[] {
	return frames.filter((frame, at) => {
		const before = frames[at - 1];
		return before?.format.counter !== true || before.function !== frame.function;
	});
}

/** The frames from the one that the report names outwards, with the functions the compiler put into it. */
function fromPlace(
	frames: readonly OwnFrame[],
	place: CrashPlace | undefined,
	formats: CrashFormats,
): readonly OwnFrame[] {
	if (place === undefined) {
		return frames;
	}
	const at = place.function === undefined ? 0 : frames.findIndex(({ function: name }) => name === place.function);
	if (at === -1 || frames.length === 0) {
		return [place, ...frames];
	}
	const start = frames.slice(0, at).findLastIndex(({ isInline }) => isInline !== true) + 1;
	return frames.slice(start).map((frame, idx) => (idx === at - start ? withFile(frame, place, formats) : frame));
}

/** A report states the file and the line of its place only: of a frame without a file it is the same. */
function withFile(frame: OwnFrame, { file, line }: CrashPlace, formats: CrashFormats): OwnFrame {
	const isOwn = file !== undefined && frame.file === undefined && !formats.isHelperFile(file);
	return isOwn ? { ...frame, file, ...(line !== undefined && { line }) } : frame;
}

/** At most this many frames of a stack are blamed. */
const blamedLimit = 3;

/** Positions of the frames to blame, the likeliest first. */
function blamedPositions(
	frames: readonly OwnFrame[],
	{ blame, role }: Pick<BlameOptions, 'blame' | 'role'>,
	formats: CrashFormats,
): readonly number[] {
	const is = (kind: Parameters<CrashFormats['is']>[0]) => (frame: OwnFrame) => formats.is(kind, frame.function ?? '');
	const [isAllocator, isShared, isWaiting] = [is('allocators'), is('shared'), is('waiting')];
	const first = (isWanted: (frame: OwnFrame) => boolean) => Math.max(0, frames.findIndex(isWanted));
	/** Code of a helper file is at fault less often than its function is known for the fault. */
	const firstOf = (isWanted: (frame: OwnFrame) => boolean) => [
		first(frame => !isHelper(frame, formats) && isWanted(frame)),
		first(frame => !is('helpers')(frame) && isWanted(frame)),
	];
	switch (blame) {
		case 'recurs':
			return distinct([...mostRepeated(frames), ...runningPositions(frames, formats)]);
		case 'runs':
			return distinct(runningPositions(frames, formats));
		case 'waits': {
			const shared = frames.findIndex(isShared);
			const active = firstOf(frame => !isWaiting(frame));
			return distinct(shared < 0 ? active : [shared, ...active]);
		}
		case 'innermost':
			return distinct(firstOf(frame => role !== 'alloc' || !isAllocator(frame)));
	}
}

function distinct(positions: readonly number[]): readonly number[] {
	return [...new Set(positions)].slice(0, blamedLimit);
}

/** For each entry the last frame before it that is no helper; a frame that all share is itself to blame. */
function runningPositions(frames: readonly OwnFrame[], formats: CrashFormats): number[] {
	const found: number[] = [];
	let start = 0;
	for (const [at, frame] of frames.entries()) {
		const name = frame.function ?? '';
		if (formats.is('entries', name)) {
			const own = frames.slice(start, at).findLastIndex(each => !isHelper(each, formats));
			found.push(...(formats.is('shared', name) ? [at] : own >= 0 ? [start + own] : at > start ? [at - 1] : []));
			start = at + 1;
		}
	}
	return found.length > 0
		? found
		: [
				Math.max(
					0,
					frames.findIndex(each => !isHelper(each, formats)),
				),
			];
}

/** A function that calls itself, over others or not, is in the stack at least this often. */
const leastRepeats = 4;

function mostRepeated(frames: readonly OwnFrame[]): number[] {
	const counts = new Map<string, number>();
	for (const { function: name = '' } of frames) {
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const [name, n] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0]);
	return n < leastRepeats ? [] : [frames.findIndex(({ function: each = '' }) => each === name)];
}

function isHelper({ function: name = '', file }: OwnFrame, formats: CrashFormats): boolean {
	return formats.is('helpers', name) || (file !== undefined && formats.isHelperFile(file));
}
