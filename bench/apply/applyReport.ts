import { groupBy } from '../support/groupBy';
import type { ReplayedAnswer } from './replayedAnswer';

export interface ReportOptions {
	/** Print every answer that does not apply, or applies with another result than recorded. */
	readonly list: boolean;
	readonly leftOut: { readonly issues: number; readonly answers: number };
}

export function printApplied(replayed: readonly ReplayedAnswer[], { list, leftOut }: ReportOptions): void {
	console.log(
		`${replayed.length} answers; left out, as the repositories lack their commits: ${JSON.stringify(leftOut)}`,
	);
	for (const [status, answers] of groupBy(replayed, ({ answer }) => `${answer.acr_status} ${answer.recheck}`)) {
		const applied = answers.filter(({ applied }) => applied.status === 'applied');
		console.log(
			`\n${status}: ${answers.length}, applied now: ${applied.length} (${percent(applied.length, answers.length)})`,
		);
		print(
			'how',
			applied.map(({ applied }) => loosest(applied.edits.flatMap(({ match }) => match ?? []))),
		);
		const held = answers.filter(({ applied }) => applied.status !== 'applied');
		print('reason of the first edit refused', held.map(firstReason));
		print(
			'why not',
			held.flatMap(({ whyNot }) => whyNot ?? []),
		);
		print(
			'beside AutoCodeRover',
			applied.flatMap(({ difference }) => difference ?? []),
		);
		const broken = applied
			.filter(({ isBroken }) => isBroken)
			.map(({ answer }) => `${answer.instance_id} ${answer.run} ${answer.n}`);
		print('but CPython finds a new syntax error', broken);
	}
	for (const each of list ? replayed : []) {
		printAnswer(each);
	}
}

const matches = ['exact', 'whitespace', 'elided', 'near', 'definition', 'insertion', 'whole', 'created', 'deleted'];

function loosest(found: readonly string[]): string {
	return matches[Math.max(...found.map(match => matches.indexOf(match)))] ?? 'none';
}

function firstReason({ applied }: ReplayedAnswer): string {
	return applied.edits.find(({ status }) => status === 'refused')?.reason ?? applied.status;
}

function print(title: string, values: readonly string[]): void {
	const counts = [...groupBy(values, value => value)].map(([value, all]) => [value, all.length] as const);
	if (counts.length > 0) {
		console.log(
			`  ${title}: ${counts
				.sort((a, b) => b[1] - a[1])
				.map(([value, n]) => `${value} ${n}`)
				.join(', ')}`,
		);
	}
}

function printAnswer({ answer, applied, difference, whyNot }: ReplayedAnswer): void {
	const isExpected = applied.status === 'applied' && difference === 'same';
	if (isExpected || answer.recheck === 'UNPARSED') {
		return;
	}
	console.log(
		`\n${'='.repeat(20)} ${answer.instance_id} ${answer.run} ${answer.n} ${answer.acr_status} ${answer.recheck} ${applied.status} ${difference ?? whyNot ?? ''}`,
	);
	for (const edit of applied.edits) {
		console.log(
			`- ${edit.status} ${edit.match ?? edit.reason ?? ''} ${edit.file}:${edit.startLine ?? ''} ${edit.why ?? ''}`,
		);
	}
	console.log(applied.diff);
	if (difference !== undefined) {
		console.log(`--- AutoCodeRover:\n${answer.acr_diff}`);
	}
}

function percent(part: number, whole: number): string {
	return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
