import { type CallTrace, hasAllLines, type TracedCall } from './callTrace';
import { callsByParent, failurePath } from './failurePath';
import { type LineText, longestLine, namesIn } from './lineText';
import { MemberWrites } from './memberWrites';

/** A line that made a value which the failing line reads, or a value which that was made of. */
export interface SlicedLine {
	readonly call: TracedCall;
	readonly line: number;
	/** How many steps back from the failing line: 0 for itself. */
	readonly distance: number;
	/**
	 * `wrote`: a variable or member; `returned`: a result; `gave`: an argument; `branch`: it ran just before, and led to the
	 * line.
	 */
	readonly how: 'raised' | 'wrote' | 'returned' | 'gave' | 'branch';
	/** Of the variable or member; absent for a result. */
	readonly name?: string;
	/** Of the variable, the result or the argument, as text; absent for a member. */
	readonly value?: string;
	/** The call that an argument was given to. */
	readonly to?: TracedCall;
	/** The value came from elsewhere, and the line passes it on as it is. */
	readonly passesOn?: true;
}

export interface ValueSlice {
	/** Each once, nearest first. Empty if no exception of the project ended the run. */
	readonly lines: readonly SlicedLine[];
	/** What made the values that one of the lines reads: results of calls on it first, then in the order of its names. */
	readonly originsOf: (line: SlicedLine) => readonly SlicedLine[];
}

const most = { distance: 8, lines: 60, children: 4 } as const;

/**
 * The lines that made the values which the failing line reads: a dynamic backward slice by names, along variables, arguments,
 * results and members of objects.
 */
export function valueSlice(trace: CallTrace, textOf: LineText): ValueSlice {
	const path = failurePath(trace);
	const call = path.at(-1);
	if (call?.raised === undefined) {
		return { lines: [], originsOf: () => [] };
	}
	const slicing = new Slicing(trace, textOf, new Set(path.map(({ id }) => id)));
	return slicing.from({ call, line: call.raised.line, distance: 0, how: 'raised' });
}

class Slicing {
	private readonly made: ReadonlyMap<number, readonly TracedCall[]>;
	private readonly calls: ReadonlyMap<number, TracedCall>;
	private readonly members: MemberWrites;
	private readonly origins = new Map<string, SlicedLine[]>();
	private readonly queue: SlicedLine[] = [];

	/** `open`: the calls that had not ended when the failure was raised. */
	constructor(
		trace: CallTrace,
		private readonly textOf: LineText,
		private readonly open: ReadonlySet<number>,
	) {
		this.made = callsByParent(trace.calls);
		this.calls = new Map(trace.calls.map(call => [call.id, call]));
		this.members = new MemberWrites(trace, textOf);
	}

	from(start: SlicedLine): ValueSlice {
		this.visit(start);
		for (let at = 0; at < this.queue.length && at < most.lines; at++) {
			const next = this.queue[at];
			if (next !== undefined && next.distance < most.distance) {
				this.follow(next);
			}
		}
		return { lines: this.queue.slice(0, most.lines), originsOf: line => this.origins.get(keyOf(line)) ?? [] };
	}

	private visit(line: SlicedLine): void {
		if (!this.origins.has(keyOf(line))) {
			this.origins.set(keyOf(line), []);
			this.queue.push(line);
		}
	}

	private add(of: SlicedLine, how: Omit<SlicedLine, 'distance'>): void {
		const line = { ...how, distance: of.distance + 1 };
		this.origins.get(keyOf(of))?.push(line);
		this.visit(line);
	}

	private follow(of: SlicedLine): void {
		const { call, line, how } = of;
		const text = this.textOf(call.file, line).slice(0, longestLine);
		const found = call.lines.findLastIndex(each => each.line === line);
		// The end of a call may be no statement.
		const until = found === -1 && call.end !== undefined ? call.lines.length : found;
		for (const child of (this.made.get(call.id) ?? []).filter(each => each.calledAt === line).slice(-most.children)) {
			const { result: value, line: at } = child.end ?? {};
			if (value !== undefined && at !== undefined) {
				const passesOn = (this.made.get(child.id) ?? []).some(
					each => each.calledAt === at && each.end?.result === value,
				);
				this.add(of, { call: child, line: at, how: 'returned', value, ...(passesOn && { passesOn }) });
			}
		}
		for (const name of namesIn(text)) {
			this.followName(of, name, until);
		}
		for (const member of membersIn(text)) {
			// Everything that ended before the failure is before a line that was not left.
			const before = this.open.has(call.id) ? undefined : call;
			for (const write of this.members.last(member, before)) {
				this.add(of, { ...write, how: 'wrote', name: member, ...this.assigned(write) });
			}
		}
		const branch = call.lines.slice(0, Math.max(0, until)).findLast(each => each.line !== line);
		if ((how === 'raised' || how === 'returned') && branch !== undefined) {
			this.add(of, { call, line: branch.line, how: 'branch' });
		}
	}

	/** To the last line before that changed a variable, or to the call that gave it. */
	private followName(of: SlicedLine, name: string, until: number): void {
		const { call } = of;
		for (let at = until; hasAllLines(call) && at > 0; at--) {
			const writer = call.lines[at - 1];
			const value = (call.lines[at] ?? call.end)?.changed[name];
			if (value !== undefined && writer !== undefined) {
				const { line } = writer;
				this.add(of, { call, line, how: 'wrote', name, value, ...this.assigned({ call, line }) });
				return;
			}
		}
		const parent = this.calls.get(call.parent);
		const value = call.args[name];
		if (value !== undefined && parent !== undefined && call.calledAt > 0) {
			const passesOn = Object.values(parent.args).includes(value) && { passesOn: true as const };
			this.add(of, { call: parent, line: call.calledAt, how: 'gave', name, value, to: call, ...passesOn });
		}
	}

	/** Whether a line assigns an argument as it came in. */
	private assigned({ call, line }: Pick<SlicedLine, 'call' | 'line'>): Pick<SlicedLine, 'passesOn'> {
		const text = this.textOf(call.file, line).slice(0, longestLine).trim().replace(/[;,]$/, '');
		const [, name] = /[^=!<>]= ?([@\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(text) ?? [];
		return name !== undefined && call.args[name] !== undefined ? { passesOn: true } : {};
	}
}

function keyOf({ call, line }: SlicedLine): string {
	return `${call.id} ${line}`;
}

/** Members that are read, not called: `hours` of `shift.hours`, `cells` of `@cells`. */
function membersIn(text: string): readonly string[] {
	const found = text.matchAll(/(?:\.|->|::|@)([\p{L}_#][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$]|[?!]?\s*\()/gu);
	return [...new Set([...found].map(([, name]) => name ?? ''))];
}
