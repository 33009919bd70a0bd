import type { CodeModel } from '../../../code/pure/calls/codeModel';
import { ownerName } from '../../../code/pure/calls/codeUnits';
import type { ReceiverData } from '../../../code/pure/languages/languageData';
import { splitLines } from '../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../history/pure/workspace';
import type { WorkspaceFrame } from './workspaceFrames';

/** A function that writes a member of its object, or leaves it unwritten, which the line of a frame reads. */
export interface StateWriter {
	/** Position in the model. */
	readonly at: number;
	/** The member, without its object. */
	readonly member: string;
	/** The first line that writes it; absent if no function of the class does, for the code that makes its objects. */
	readonly line?: number;
	/** The line that reads it, as a workspace path and a line. */
	readonly reader: { readonly file: string; readonly line: number };
	/** More for a frame near to the error, and for a member that few functions write. */
	readonly weight: number;
}

const limits = { frames: 3, members: 4, writers: 4, lineLength: 300 };

/**
 * Finds the code that wrote the state read by the lines nearest to an error: the fault is often there, in a function
 * that had returned before the error occurred and is in no frame. Only functions of the reader's own class in its file.
 */
export async function stateWriters(
	frames: readonly WorkspaceFrame[],
	model: CodeModel,
	workspace: Workspace,
): Promise<StateWriter[]> {
	const found = new Map<number, StateWriter>();
	for (const [rank, { file, line }] of frames.slice(0, limits.frames).entries()) {
		const reader = line === undefined ? -1 : model.functionAt(file, line);
		const owner = model.unit(reader)?.owner ?? '';
		if (line === undefined || owner === '') {
			continue;
		}
		const lines = splitLines(await readIfText(workspace.files, file));
		const members = model.membersOf(file, owner).filter(at => at !== reader);
		const { own = [], initializer = ownerName({ owner }) } = receiversIn(file, workspace);
		for (const member of membersRead(lines[line - 1] ?? '', own).slice(0, limits.members)) {
			const written = members.flatMap(at => {
				const first = firstLine(model, at, lines, text => isWrittenIn(member, text, own));
				return first === undefined ? [] : [{ at, line: first }];
			});
			const unwritten = members.filter(at => model.unit(at)?.name === initializer).map(at => ({ at }));
			const writers = written.length > 0 ? written : unwritten;
			for (const writer of writers) {
				const known = found.get(writer.at);
				const weight = 1 / ((rank + 1) * Math.sqrt(writers.length)) + (known?.weight ?? 0);
				found.set(writer.at, { ...(known ?? { ...writer, member, reader: { file, line } }), weight });
			}
		}
	}
	return [...found.values()].sort((a, b) => b.weight - a.weight || a.at - b.at).slice(0, limits.writers);
}

function receiversIn(file: string, { index, parser }: Workspace): ReceiverData {
	return parser.languages.find(({ id }) => id === index.file(file)?.language)?.receivers ?? {};
}

/** The member of the own object on a line: `b` of `self.b`, `$this->b`, `self::$b`, `@b`. */
const ownMember =
	/(?:(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_]*)(?:\??\.|->|::\$)|@)([\p{L}_#][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$])/gu;
/** The text after a member that is assigned, changed in place or added to. */
const change = /^(?:\[[^\][]*\])?\s*(?:(?:[-+*/|&^%.?]|\|\||&&|<<|>>)?=(?![=>~])|<<(?!=)|\+\+|--)/;
/** The text after the name of a called method. */
const call = /^[?!]?\s*\(|^[?!](?!=)/;

interface OwnMember {
	readonly name: string;
	/** The rest of the line. */
	readonly after: string;
}

function ownMembers(line: string, own: readonly string[]): OwnMember[] {
	const text = line.slice(0, limits.lineLength);
	return [...text.matchAll(ownMember)]
		.filter(([, receiver]) => receiver === undefined || own.includes(receiver))
		.map(match => ({ name: match[2] ?? '', after: text.slice(match.index + match[0].length) }));
}

function membersRead(line: string, own: readonly string[]): string[] {
	const read = ownMembers(line, own).filter(({ after }) => !call.test(after));
	return [...new Set(read.map(({ name }) => name))];
}

function isWrittenIn(member: string, line: string, own: readonly string[]): boolean {
	return ownMembers(line, own).some(({ name, after }) => name === member && change.test(after));
}

function firstLine(
	model: CodeModel,
	at: number,
	lines: readonly string[],
	isWrite: (line: string) => boolean,
): number | undefined {
	for (const { startLine, endLine } of model.unit(at)?.symbols ?? []) {
		const idx = lines.slice(startLine - 1, endLine).findIndex(isWrite);
		if (idx !== -1) {
			return startLine + idx;
		}
	}
	return undefined;
}
