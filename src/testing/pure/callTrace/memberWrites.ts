import type { CallTrace, TracedCall } from './callTrace';
import type { LineText } from './lineText';

interface MemberWrite {
	readonly call: TracedCall;
	readonly line: number;
}

const most = { writes: 2, linesOfMember: 200 } as const;

/** Where the members of objects were written in a run: by the names of members, as objects are not known. */
export class MemberWrites {
	/** Of each line, by file and line, the calls that executed it. */
	private readonly executed = new Map<string, { readonly file: string; readonly line: number; calls: TracedCall[] }>();
	private readonly writes = new Map<string, readonly MemberWrite[]>();

	constructor(
		{ calls }: CallTrace,
		private readonly textOf: LineText,
	) {
		for (const call of calls) {
			for (const line of new Set(call.lines.map(each => each.line))) {
				const key = `${call.file}:${line}`;
				const known = this.executed.get(key) ?? { file: call.file, line, calls: [] };
				this.executed.set(key, known);
				known.calls.push(call);
			}
		}
	}

	/** The last writes of a member in calls that began before another one, or in all; the last one first. */
	last(member: string, before: TracedCall | undefined): readonly MemberWrite[] {
		const writes = this.writes.get(member) ?? this.find(member);
		this.writes.set(member, writes);
		return writes.filter(({ call }) => before === undefined || call.id <= before.id).slice(0, most.writes);
	}

	private find(member: string): readonly MemberWrite[] {
		const isWrite = writeOf(member);
		const found = [...this.executed.values()].filter(({ file, line }) => isWrite.test(this.textOf(file, line)));
		return found
			.slice(0, most.linesOfMember)
			.flatMap(({ line, calls }) => calls.map(call => ({ call, line })))
			.sort((a, b) => b.call.id - a.call.id);
	}
}

/** An assignment to a member, or a change of it in place. */
function writeOf(member: string): RegExp {
	const name = member.replace(/[^\p{L}\p{N}_]/gu, '\\$&');
	return new RegExp(
		`(?:\\.|->|::|@)${name}(?![\\p{L}\\p{N}_$])(?:\\[[^\\][]*\\])?\\s*(?:(?:[-+*/|&^%.?]|\\|\\||&&|<<|>>)?=(?![=>~])|<<(?!=)|\\+\\+|--)`,
		'u',
	);
}
