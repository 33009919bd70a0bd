import type { Row } from '../../src/webview/tree/treeItem';

/** Rows as plain text: indented by level, `-` open, `+` closed, `.` nothing to open. */
export function rowsText(rows: readonly Row<unknown>[]): string[] {
	return rows.map(({ level, open, label }) => {
		const sign = open === undefined ? '.' : open ? '-' : '+';
		return `${'  '.repeat(level - 1)}${sign} ${label.split('\n')[0]}`;
	});
}
