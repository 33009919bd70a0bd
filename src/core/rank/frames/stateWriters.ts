import { splitLines } from '../../search/text/fileTexts';
import type { Workspace } from '../../workspace';
import type { CodeModel } from '../codeModel';
import { ownerName } from '../codeUnits';
import { readIfText } from '../readIfText';
import type { WorkspaceFrame } from './workspaceFrames';

/** A function that writes a member of its object, or leaves it unwritten, which the line of a frame reads. */
export interface StateWriter {
	/** Position in the model. */
	readonly at: number;
	/** The member, without what is in front of it. */
	readonly member: string;
	/** The first line that writes it; absent where no function of the class does, for what makes its objects. */
	readonly line?: number;
	/** The line that reads it, as a workspace path and a line. */
	readonly reader: { readonly file: string; readonly line: number };
	/** More for a frame near to the error, and for a member that few functions write. */
	readonly weight: number;
}

const limits = { frames: 3, members: 4, writers: 4, lineLength: 300 };

/**
 * Where the state was written that the lines nearest to an error read: the fault is often there, in a function that had
 * returned before the error occurred and is in no frame. Only functions of the reader's own class in its file.
 */
export async function stateWriters(
	frames: readonly WorkspaceFrame[],
	model: CodeModel,
	workspace: Workspace,
): Promise<StateWriter[]> {
	const found = new Map<number, StateWriter>();
	for (const [rank, { file, line }] of frames.slice(0, limits.frames).entries()) {
		const reader = line === undefined ? -1 : model.functionAt(file, line);
		const container = model.functions[reader]?.container ?? '';
		if (line === undefined || container === '') {
			continue;
		}
		const lines = splitLines(await readIfText(workspace.files, file));
		const members = model.membersOf(file, container).filter(at => at !== reader);
		const initializer = initializerName(file, container, workspace);
		for (const member of membersRead(lines[line - 1] ?? '').slice(0, limits.members)) {
			const written = members.flatMap(at => {
				const first = firstLine(model, at, lines, text => isWrittenIn(member, text));
				return first === undefined ? [] : [{ at, line: first }];
			});
			const unwritten = members.filter(at => model.functions[at]?.name === initializer).map(at => ({ at }));
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

/** What the method that makes the objects of a class is called. */
function initializerName(file: string, container: string, { index, parser }: Workspace): string {
	const language = parser.languages.find(({ id }) => id === index.file(file)?.language);
	return language?.receivers?.initializer ?? ownerName({ container });
}

/** Names behind a sign of membership that are not called there: `b` of `self.b[0]`, `$this->b`, `@b`. */
function membersRead(line: string): string[] {
	const names = line
		.slice(0, limits.lineLength)
		.matchAll(/(?:[\p{L}\p{N}_)\]](?:\??\.|->)|@|::\$)([\p{L}_#][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$]|\s*\()/gu);
	return [...new Set([...names].map(([, name = '']) => name))];
}

/** `.b = `, `b[0] += `, `@b << `: a member that is assigned, changed in place or added to. */
const written =
	/(?:[\p{L}\p{N}_)\]](?:\.|->)|@|::\$)([\p{L}_#][\p{L}\p{N}_$]*)(?:\[[^\][]*\])?\s*(?:(?:[-+*/|&^%.?]|\|\||&&|<<|>>)?=(?![=>~])|<<(?!=)|\+\+|--)/gu;

function isWrittenIn(member: string, line: string): boolean {
	return [...line.slice(0, limits.lineLength).matchAll(written)].some(([, name]) => name === member);
}

function firstLine(
	model: CodeModel,
	at: number,
	lines: readonly string[],
	isWrite: (line: string) => boolean,
): number | undefined {
	for (const { startLine, endLine } of model.functions[at]?.symbols ?? []) {
		const idx = lines.slice(startLine - 1, endLine).findIndex(isWrite);
		if (idx !== -1) {
			return startLine + idx;
		}
	}
	return undefined;
}
