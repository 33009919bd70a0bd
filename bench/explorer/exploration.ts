/** With a shell alone; with Faultline's skill and command line as well; with its skill and its server. */
export const arms = ['bash', 'skill', 'server'] as const;
export type Arm = (typeof arms)[number];

/** A line of the file of results. */
export interface Exploration {
	readonly id: string;
	readonly arm: Arm;
	readonly turns: number;
	readonly calls: number;
	/** All that was sent and answered, in each turn again. */
	readonly tokens: number;
	/** Each part of the conversation once, as a server that keeps its beginning reads it. */
	readonly newTokens: number;
	/** Of `tokens`, until an answer showed a line that the fix changes; none did where it is missing. */
	readonly tokensUntilSeen?: number;
	/** Of the first three places. */
	readonly rightFile: boolean;
	readonly rightLines: boolean;
	readonly places: readonly string[];
}

/** The issues that were explored both with a shell alone and in another way, and the ratios, in Markdown. */
export function pairReport(all: readonly Exploration[], other: Arm): string {
	const of = (id: string, arm: Arm) => all.findLast(each => each.id === id && each.arm === arm);
	const pairs = [...new Set(all.map(({ id }) => id))].flatMap(id => {
		const [bash, faultline] = [of(id, 'bash'), of(id, other)];
		return bash === undefined || faultline === undefined ? [] : [{ id, bash, faultline }];
	});
	const [first] = pairs;
	if (first === undefined) {
		return `No issue was explored both with bash and with ${other}.`;
	}
	const head = ['issue', 'turns', 'calls', 'tokens', 'ratio', 'new tokens', 'ratio', 'until seen', 'file', 'lines'];
	const rows = pairs.map(({ id, bash, faultline }) => {
		const both = (of: (each: Exploration) => string | number) => `${of(bash)} → ${of(faultline)}`;
		return [
			id,
			both(each => each.turns),
			both(each => each.calls),
			both(each => each.tokens),
			(faultline.tokens / bash.tokens).toFixed(2),
			both(each => each.newTokens),
			(faultline.newTokens / bash.newTokens).toFixed(2),
			both(each => each.tokensUntilSeen ?? '–'),
			both(each => (each.rightFile ? 'yes' : 'no')),
			both(each => (each.rightLines ? 'yes' : 'no')),
		];
	});
	const ratios = (['turns', 'calls', 'tokens', 'newTokens'] as const).map(key => {
		const sorted = pairs.map(({ bash, faultline }) => faultline[key] / bash[key]).sort((a, b) => a - b);
		const half = sorted.length / 2;
		const median = ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
		const sum = (side: 'bash' | 'faultline') => pairs.reduce((total, pair) => total + pair[side][key], 0);
		const range = `${(sorted[0] ?? 0).toFixed(2)} to ${(sorted.at(-1) ?? 0).toFixed(2)}`;
		return `${key}: ${median.toFixed(2)} in the median (${range}), ${(sum('faultline') / sum('bash')).toFixed(2)} of all together`;
	});
	const right = (side: 'bash' | 'faultline') => pairs.filter(pair => pair[side].rightLines).length;
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [
		`bash → ${other}`,
		'',
		line(head),
		line(head.map(() => '---')),
		...rows.map(line),
		'',
		...ratios,
		`right lines: ${right('bash')} → ${right('faultline')} of ${pairs.length}`,
	].join('\n');
}
