import type { StackHeadData } from '../../../../code/pure/languages/crashData';
import type { Crash, StackRole, Traceback } from '../../../../runs/pure/model/brief';
import { blamedFrames } from './blamedFrames';
import type { CrashFormats, CrashFrame, CrashHead, CrashPlace } from './crashFormats';

/** A report is over after this many lines without a frame or the head of a stack. */
const gapLimit = 150;
/** The stacks of one report, and the frames of one stack, that are kept. */
const limits = { stacks: 40, frames: 400 };

interface OpenStack {
	readonly role: StackRole;
	readonly frames: CrashFrame[];
	/** All its frames so far show the program's position. */
	isCounter: boolean;
	/** It has a frame of the program itself. */
	isUsed: boolean;
}

/** A report while it is read. */
export class OpenReport {
	readonly isStall: boolean;
	/** The positions of lines that belong to it. */
	readonly lines: number[];
	private stated: Crash;
	private place: CrashPlace | undefined;
	private readonly stacks: OpenStack[] = [];
	private open: OpenStack | undefined;

	constructor(
		private head: CrashHead,
		start: number,
		private readonly formats: CrashFormats,
	) {
		this.lines = [start];
		this.stated = head.crash;
		this.place = formats.named(head.place);
		this.isStall = head.data.blame === 'runs';
	}

	get crash(): Crash {
		return this.stated;
	}

	isOver(at: number): boolean {
		return at - (this.lines.at(-1) ?? at) > gapLimit;
	}

	/** Whether a line that looks like the beginning of a report belongs to this one: it names the function around. */
	isContinuedBy({ data, crash }: CrashHead): boolean {
		return (
			this.head.isInlined && this.stacks.length === 0 && data === this.head.data && crash.kind === this.stated.kind
		);
	}

	/** The title names the outermost function, as it is no inlined one; the place is the innermost that may be at fault. */
	continueWith(head: CrashHead, at: number): void {
		this.head = head;
		this.stated = { ...this.stated, ...head.crash };
		this.place = this.isPlaced ? this.place : (this.formats.named(head.place) ?? this.place);
		this.lines.push(at);
	}

	/** A line that begins no report. */
	read(text: string, at: number): void {
		const isFact = this.readFact(text);
		const stack = this.formats.stackIn(text);
		const frame = stack === undefined ? this.formats.frameIn(text) : undefined;
		if (stack !== undefined) {
			this.openStack(stack);
		} else if (frame !== undefined) {
			this.add(frame);
		} else if (this.formats.isEnd(text)) {
			this.open = undefined;
		} else if (!isFact && !this.formats.isNote(text)) {
			return;
		}
		this.lines.push(at);
	}

	/** The stack of the failure first; without those that have only frames of the report itself. */
	tracebacks(): Omit<Traceback, 'crash'>[] {
		const { formats, place } = this;
		const main = this.mainStack();
		const others = this.stacks.filter(stack => stack !== main && stack.isUsed);
		const { blame = 'innermost' } = this.head.data;
		const stated = main === undefined || this.mainRole === 'access' ? place : undefined;
		const failure = blamedFrames(main?.frames ?? [], { place: stated, blame, role: this.mainRole }, formats);
		const error = this.stated.title;
		return [
			...(failure.length === 0 ? [] : [{ role: this.mainRole, frames: failure.reverse(), error }]),
			...others.map(({ role, frames }) => ({
				role,
				frames: blamedFrames(frames, { blame: 'innermost', role }, formats).reverse(),
			})),
		];
	}

	/** For a stall, the stack of the interrupted code, if there is one: other CPUs are shown, too. */
	private mainStack(): OpenStack | undefined {
		const filled = this.stacks.filter(({ frames }) => frames.length > 0);
		const own = filled.filter(({ role }) => role === this.mainRole);
		const first = own.find(({ isUsed }) => isUsed);
		const interrupted =
			this.isStall && first !== undefined && !isInterrupted(first, this.formats)
				? filled.find(stack => stack.isUsed && isInterrupted(stack, this.formats))
				: undefined;
		return interrupted ?? first ?? own[0];
	}

	private get mainRole(): StackRole {
		return this.head.data.role ?? 'access';
	}

	/** Whether the stack of the failure has been found; the program's position is only its beginning. */
	private get hasMain(): boolean {
		return this.stacks.some(({ role, isUsed, isCounter }) => isUsed && !isCounter && role === this.mainRole);
	}

	/** Whether the report has named a function that may be at fault. */
	private get isPlaced(): boolean {
		const { function: name } = this.place ?? {};
		return name !== undefined && !this.formats.is('helpers', name) && !this.formats.is('reporting', name);
	}

	private readFact(text: string): boolean {
		const access = this.stated.access === undefined ? this.formats.accessIn(text) : undefined;
		this.stated = access === undefined ? this.stated : { ...this.stated, access };
		const place = this.isPlaced ? undefined : this.formats.placeIn(text, this.head.data);
		this.place = place ?? this.place;
		return (access ?? place) !== undefined;
	}

	private openStack({ role, begins }: Omit<StackHeadData, 'line'>): OpenStack | undefined {
		const open = this.open ?? this.stacks.find(({ isCounter }) => isCounter);
		if (role === undefined && begins !== true && open !== undefined && (open.isCounter || !open.isUsed)) {
			open.isCounter = false;
			this.open = open;
			return open;
		}
		const own = role ?? (this.hasMain ? 'other' : this.mainRole);
		const isOtherSide = own === 'access' && this.hasMain;
		this.open = { role: isOtherSide ? 'otherAccess' : own, frames: [], isCounter: false, isUsed: false };
		if (this.stacks.length < limits.stacks) {
			this.stacks.push(this.open);
		}
		return this.open;
	}

	/** Code that only waits is no stall, and code that enters a program is none of its own functions. */
	private isOfProgram({ function: name = '' }: CrashFrame): boolean {
		const { formats } = this;
		const isIdle = this.isStall && formats.is('waiting', name);
		return !formats.is('reporting', name) && !formats.is('entries', name) && !isIdle;
	}

	private add(frame: CrashFrame): void {
		const isCounter = frame.format.counter === true;
		if (isCounter && this.open === undefined && this.hasMain) {
			return;
		}
		const isNext = frame.number === 0 && this.open?.isUsed === true;
		const stack = this.open === undefined || isNext ? this.openStack({}) : this.open;
		if (stack === undefined || stack.frames.length >= limits.frames) {
			return;
		}
		stack.isCounter = isCounter && stack.frames.every(({ format }) => format.counter === true);
		stack.isUsed ||= this.isOfProgram(frame);
		stack.frames.push(frame);
	}
}

/** Whether it begins with the program's position, or below the interrupt that showed it. */
function isInterrupted({ frames }: OpenStack, formats: CrashFormats): boolean {
	return frames[0]?.format.counter === true || frames.some(({ function: name = '' }) => formats.is('interrupts', name));
}
