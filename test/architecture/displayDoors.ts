import { nodesOfType, place, type SourceFile } from './sourceFile';

interface Door {
	/** The only file that may do it. */
	readonly file: string;
	/** Another one that does. */
	readonly also?: string;
	/** Files to which it applies. */
	readonly room: string;
	readonly types: readonly string[];
	readonly pattern: RegExp;
}

/** Where text of unknown origin becomes visible. Each of these files removes what controls or disguises it. */
const doors: readonly Door[] = [
	{
		file: 'src/cli/terminal.ts',
		// What a terminal of the server has cleaned.
		also: 'src/cli/serve/servedSearch.ts',
		room: 'src/',
		types: ['member_expression', 'subscript_expression', 'variable_declarator'],
		pattern: /^process\.(?:stdout|stderr)$|^process\[[^\]]*\]$|^console\.\w+$|\b(?:stdout|stderr)\b.*= process$/,
	},
	{
		file: 'src/editor/display.ts',
		room: 'src/editor/',
		types: ['new_expression'],
		pattern: /^new vscode\.(?:TreeItem|MarkdownString|TestMessage|CodeLens)\b/,
	},
	{
		file: 'src/editor/display.ts',
		room: 'src/editor/',
		types: ['call_expression'],
		pattern:
			/^(?:vscode\.)?window\.(?:show(?:Error|Warning|Information)Message|showQuickPick|showInputBox|setStatusBarMessage)\b/,
	},
	{
		file: 'src/editor/display.ts',
		room: 'src/editor/',
		types: ['assignment_expression'],
		pattern: /\.(?:tooltip|description|accessibilityInformation) = |\.items = (?!shownRows\()/,
	},
	{
		file: 'src/editor/fix/reproducerTests.ts',
		room: 'src/editor/',
		types: ['call_expression'],
		pattern: /^\w+\.appendOutput\b/,
	},
	{
		file: 'src/editor/execution/executionPanel.ts',
		also: 'src/editor/typeCommand.ts',
		room: 'src/editor/',
		types: ['call_expression'],
		pattern: /^(?:vscode\.)?window\.createTerminal\b/,
	},
	{
		file: 'src/editor/typeCommand.ts',
		room: 'src/editor/',
		types: ['call_expression'],
		pattern: /^\w+\.sendText\b/,
	},
];

/** One line for each place that shows text other than through the file that cleans it. */
export function undoored(source: SourceFile): string[] {
	return doors
		.filter(({ file, also, room }) => source.path.startsWith(room) && ![file, also].includes(source.path))
		.flatMap(({ file, types, pattern }) =>
			nodesOfType(source.root, ...types)
				.filter(node => pattern.test(node.text))
				.map(node => `${place(source, node)} shows text itself: ${file} does that`),
		);
}
