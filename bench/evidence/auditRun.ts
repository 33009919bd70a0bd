import { stripVTControlCharacters } from 'node:util';
import type { BugLocation, Evidence } from '../../src/runs/pure/model/location';
import { checkPiece } from './checkPiece';
import { CodeReading } from './codeReading';
import type { PieceLines } from './piece';

export interface AuditCase {
	readonly id: string;
	/** The text of the issue. */
	readonly issue: string;
	/** Absolute path of the workspace. */
	readonly folder: string;
}

export interface CheckedPiece {
	/** Of the run, the location and the piece. */
	readonly id: string;
	readonly kind: Evidence['kind'];
	readonly text: string;
	readonly issueText: string;
	readonly codePlace: string;
	readonly codeText: string;
	/** What is not so. */
	readonly wrong?: string;
}

export interface RunAudit {
	readonly id: string;
	readonly pieces: readonly CheckedPiece[];
	readonly locations: readonly { readonly isLessLikely: boolean; readonly nPieces: number }[];
	/** What is wrong besides single pieces, and each false piece. */
	readonly flaws: readonly string[];
}

/** Checks all locations of a run. */
export function auditRun(given: AuditCase, locations: readonly BugLocation[]): RunAudit {
	const code = new CodeReading(given.folder);
	const issue = stripVTControlCharacters(given.issue).split(/\r\n|\n|\r/);
	const pieces = locations.flatMap(location =>
		location.evidence.map((evidence, at) =>
			checked(`${given.id} ${location.id} ${at}`, { evidence, location }, { code, issue }),
		),
	);
	return {
		id: given.id,
		pieces,
		locations: locations.map(({ lessLikely, evidence }) => ({
			isLessLikely: lessLikely === true,
			nPieces: evidence.length,
		})),
		flaws: [
			...pieces.flatMap(({ id, text, wrong }) => (wrong === undefined ? [] : [`FALSE ${id}: ${text} (${wrong})`])),
			...locations.flatMap((location, at) => flawsOf(location, at, { code, issue: given.issue })),
		],
	};
}

interface Known {
	readonly code: CodeReading;
	readonly issue: readonly string[];
}

function checked(
	id: string,
	{ evidence, location }: { readonly evidence: Evidence; readonly location: BugLocation },
	{ code, issue }: Known,
): CheckedPiece {
	const { issueLine, codeLine, kind, text } = evidence;
	const lines: PieceLines = {
		issueLine: issueLine === undefined ? undefined : issue[issueLine - 1],
		codeLine: codeLine === undefined ? undefined : code.lines(codeLine.file)[codeLine.line - 1],
	};
	const wrong = checkPiece({ evidence, location, lines }, { code, issue });
	return {
		...{ id, kind, text },
		issueText: `${issueLine ?? 'title'}: ${lines.issueLine?.trim().slice(0, 200) ?? ''}`,
		codePlace: codeLine === undefined ? 'none' : `${codeLine.file}:${codeLine.line}`,
		codeText: lines.codeLine?.trim().slice(0, 160) ?? '',
		...(wrong === undefined ? {} : { wrong }),
	};
}

function flawsOf(
	location: BugLocation,
	at: number,
	{ code, issue }: { readonly code: CodeReading; readonly issue: string },
): string[] {
	const { id, evidence, lessLikely, focus = [], startLine, endLine, file, intendedBehavior, fromIssue } = location;
	const plain = plainText(issue);
	const name = (location.method ?? location.class ?? '').split('.').at(-1) ?? '';
	const isWithin = focus.every(lines => startLine <= lines.startLine && lines.endLine <= endLine);
	const flaws: [boolean, string][] = [
		[evidence.length > 3, 'more than three pieces'],
		[evidence.length === 0 && lessLikely !== true, 'unfolded without evidence'],
		[focus.length === 0 || !isWithin, 'its focus is not in it'],
		[endLine > code.lines(file).length, 'its lines are not in the file'],
		[fromIssue !== undefined && at > 0, 'quotes the issue, and is not the first'],
		[intendedBehavior !== '' && !plain.includes(plainText(intendedBehavior)), 'its behavior is not in the issue'],
		[intendedBehavior !== '' && at > 0 && !intendedBehavior.includes(name), 'its behavior does not name it'],
	];
	return flaws.flatMap(([isFlaw, text]) => (isFlaw ? [`${id}: ${text}`] : []));
}

/** Letters and digits alone, so that line breaks, quotation marks and list marks do not count. */
function plainText(text: string): string {
	return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
