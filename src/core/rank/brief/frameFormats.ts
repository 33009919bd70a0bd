/** How one kind of stack trace writes a frame. Named groups: `file`, `line`, `function`; all may be missing. */
export interface FrameFormat {
	readonly name: string;
	readonly order: 'outermostFirst' | 'innermostFirst';
	readonly frame: RegExp;
	/** Where the function is on the line above the frame: group `function`. */
	readonly above?: RegExp;
	/** Where the line number follows on one of the next lines: group `line`. */
	readonly below?: RegExp;
}

/**
 * Tried in this order on every line. Each expression takes time proportional to the line: repeated parts exclude what
 * comes after them.
 */
export const frameFormats: readonly FrameFormat[] = [
	{
		name: 'quotedFileAndLine',
		order: 'outermostFirst',
		frame: /^[\s>|+]*File "(?<file>[^"]+)", line (?<line>\d+)(?:, in (?<function>\S.*))?$/,
	},
	{
		name: 'cellOrFileInFunction',
		order: 'outermostFirst',
		frame:
			/^\s*(?:File )?(?<file>(?:~|[A-Za-z]:)?[\w./\\@+-]*[\w-]\.\w{1,4})(?::(?<line>\d+))?,? in (?<function>[\w.<>]+)(?:\s*\(.*\))?$/,
		below: /^-+> ?(?<line>\d+)/,
	},
	{
		name: 'pathLineThenFunction',
		order: 'outermostFirst',
		frame: /^\s*(?<file>[\w./\\@+-]*[\w-]\.\w{1,4}):(?<line>\d+): in (?<function>[\w.<>]+)$/,
	},
	{
		name: 'pathLineThenErrorClass',
		order: 'outermostFirst',
		frame: /^(?<file>[\w./\\@+-]*[\w-]\.\w{1,4}):(?<line>\d+): (?:[\w.]*(?:Error|Exception|Warning|Failed)\b.*)?$/,
	},
	{
		name: 'atFunctionInParentheses',
		order: 'innermostFirst',
		frame:
			/^\s*at (?:async )?(?:new )?(?<function>[^()]*[^()\s])(?: \[as [^\]]*\])? \((?<file>[^()]+?):(?<line>\d+)(?::\d+)?\)$/,
	},
	{
		name: 'atQualifiedNameThenFile',
		order: 'innermostFirst',
		frame:
			/^\s*at (?:[\w.@-]+\/)*(?<function>[\w.$<>]+)\((?:(?<file>[\w$-]+\.\w+)(?::(?<line>\d+))?|Native Method|Unknown Source)\)(?: ~?\[[^\]]*\])?$/,
	},
	{
		name: 'atFunctionInFile',
		order: 'innermostFirst',
		frame: /^\s*at (?<function>[^\s(][^()]*\([^()]*\)) in (?<file>[^:]+(?::\\[^:]*)?):line (?<line>\d+)$/,
	},
	{
		name: 'numberedThenAtPlace',
		order: 'innermostFirst',
		frame: /^\s+at (?<file>[^\s():][^():]*\.\w+):(?<line>\d+)(?::\d+)?$/,
		above: /^\s*\d+: +(?:0x[\da-f]+ - )?(?<function>\S.*)$/,
	},
	{
		name: 'atPlace',
		order: 'innermostFirst',
		frame: /^\s*at (?:async )?(?<file>(?:[a-z-]+:\/\/|[A-Za-z]:)?[^\s():]+(?::\d+\/[^\s():]*)?):(?<line>\d+):\d+$/,
	},
	{
		name: 'functionAtSignPlace',
		order: 'innermostFirst',
		frame: /^\s*(?<function>[\w$.<>/[\] *]*)@(?<file>[a-z-]+:[^\s@]+?|[\w./-]+\.\w+):(?<line>\d+)(?::\d+)?$/,
	},
	{
		name: 'numberedPlaceThenFunction',
		order: 'innermostFirst',
		frame: /^\s*#\d+ +(?<file>[^\s():]+\.\w+)\((?<line>\d+)\): (?<function>[^\s(]+)/,
	},
	{
		name: 'numberedFunctionAtPlace',
		order: 'innermostFirst',
		frame:
			/^\s*#\d+ +(?:0x[\da-fA-F]+ in )?(?<function>[^\s(][^()]*?) ?\(.*\) (?:at|from) (?<file>[^\s:]+)(?::(?<line>\d+))?$/,
	},
	{
		name: 'numberedFunctionThenPlace',
		order: 'innermostFirst',
		frame:
			/^\s*#\d+ +0x[\da-fA-F]+ in (?<function>\S+)(?:\([^()]*\))?(?: const)? \(?(?<file>[^\s():]+)(?::(?<line>\d+)(?::\d+)?|\+0x[\da-f]+\))(?: \(BuildId.*)?$/,
	},
	{
		name: 'binaryWithFunctionAndOffset',
		order: 'innermostFirst',
		frame: /^\s*(?:#?\d+:? +)?(?<file>[^\s()]+)\((?<function>[\w.:@~]+)\+0x[\da-fA-F]+\) ?\[0x[\da-fA-F]+\]$/,
	},
	{
		name: 'functionAndOffset',
		order: 'innermostFirst',
		frame:
			/^[^\w]*(?:\[ *\d+\.\d+\][^\w]*)?(?:\[<[\da-f]+>\] |RIP: [\da-f]+:|\? )*(?<function>[a-z_][\w.]*)\+0x[\da-f]+\/0x[\da-f]+(?: \[\w+\])?(?: (?<file>[\w./-]+\.\w+):(?<line>\d+)(?: \[inline\])?)?$/,
	},
	{
		name: 'tabbedPlaceBelowCall',
		order: 'innermostFirst',
		frame: /^\s+(?<file>(?:[A-Za-z]:)?[^\s:()]*\.\w+):(?<line>\d+)(?: \+0x[\da-f]+)?$/,
		above: /^(?:created by )?(?<function>[\w./*(){}$-]*[\w})])(?:\([^()]*\)|\(\.\.\.\))?(?: in goroutine \d+)?$/,
	},
	{
		name: 'placeInQuotedFunction',
		order: 'innermostFirst',
		frame: /^\s*(?:\d+: )?(?:from )?(?<file>[^\s:()]+\.\w+):(?<line>\d+):in [`'](?<function>[^`']+)'(?:.*)?$/,
	},
];
