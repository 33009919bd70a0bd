import { type AuditSources, hasWord, type Piece } from './piece';

/** The line of the issue is that frame, and the frame is in the location. */
export function checkFrame(
	[, , place = '']: readonly string[],
	{ evidence, location, lines }: Piece,
	{ code }: AuditSources,
): string | undefined {
	const issueLine = lines.issueLine ?? '';
	const baseName = location.file.slice(location.file.lastIndexOf('/') + 1);
	if (!issueLine.includes(baseName)) {
		return 'the line of the issue is about another file';
	}
	const [, file, line] = /^(.+):(\d+)$/.exec(place) ?? [];
	if (file !== undefined && line !== undefined) {
		const number = Number(line);
		const isInside = file === location.file && location.startLine <= number && number <= location.endLine;
		return isInside && evidence.codeLine?.line === number && new RegExp(`\\b${number}\\b`).test(issueLine)
			? undefined
			: 'the frame is on another line';
	}
	const own = code.lines(location.file).slice(location.startLine - 1, location.endLine);
	return hasWord(issueLine, place) && own.some(row => hasWord(row, place))
		? undefined
		: 'the frame is of another function';
}
