import type { SymbolIndex } from '../../../../index/symbolIndex';
import type { CodeLine } from '../../../../model/location';
import { isCallable, type LineRange } from '../../../../model/symbol';

/** A name that suspected code uses, to be followed to where else it is used. */
export interface Lead {
	readonly name: string;
	/** `member`: a field of an object; `call`: a function. */
	readonly kind: 'member' | 'call';
	/** The line that uses it, and the function that line is in. */
	readonly from: CodeLine & { readonly function: string };
	/** More for rare names that are near to the suspected line. */
	readonly weight: number;
}

/** A function, and the line of it that is suspected most. */
export interface SuspectedCode extends LineRange {
	readonly file: string;
	readonly name: string;
	readonly line?: number;
	readonly weight: number;
}

/** What a use is worth by its distance from the suspected line. */
const nearness = { same: 1, near: 0.5, sameFunction: 0.15, nearLines: 3 };
const lineLength = 300;
/** What is called by a suspect is suspected by the embedded localizer already, what shares its state is not. */
const kindShare = { member: 1, call: 0.4 };
/** Names that are shorter are those of everything. */
const leastLength = 3;

const memberName = /(?:->|\.|::)([A-Za-z_$][\w$]{0,99})(?![\w$])(?!\s?\()/g;
const callName = /(?<![\w$])([A-Za-z_$][\w$]{0,99})\s?\(/g;

/** The members and functions that suspected code uses, the most telling first. */
export function leadsOf(code: SuspectedCode, lines: readonly string[], index: SymbolIndex): Lead[] {
	const leads = new Map<string, Lead>();
	for (let line = code.startLine; line <= Math.min(code.endLine, lines.length); line++) {
		const weight = nearnessOf(line, code) * code.weight;
		const names = namesIn((lines[line - 1] ?? '').slice(0, lineLength));
		for (const { kind, name } of names.filter(each => each.name !== code.name && each.name.length >= leastLength)) {
			const key = `${kind} ${name}`;
			if (weight > (leads.get(key)?.weight ?? 0)) {
				leads.set(key, { name, kind, from: { file: code.file, line, function: code.name }, weight });
			}
		}
	}
	return [...leads.values()]
		.map(lead => ({ ...lead, weight: lead.weight * kindShare[lead.kind] * rarity(lead, index) }))
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight);
}

function namesIn(text: string): Pick<Lead, 'kind' | 'name'>[] {
	const members = [...text.matchAll(memberName)].map(([, name = '']) => ({ kind: 'member', name }) as const);
	const calls = [...text.matchAll(callName)].map(([, name = '']) => ({ kind: 'call', name }) as const);
	return [...members, ...calls];
}

function nearnessOf(line: number, { line: suspected }: SuspectedCode): number {
	const distance = suspected === undefined ? Number.POSITIVE_INFINITY : Math.abs(line - suspected);
	return distance === 0 ? nearness.same : distance <= nearness.nearLines ? nearness.near : nearness.sameFunction;
}

/** Less for a name that much of the code defines; 0 for a function that the code does not define. */
function rarity({ name, kind }: Lead, index: SymbolIndex): number {
	const meant = index.named(name).filter(symbol => isCallable(symbol) === (kind === 'call'));
	return meant.length === 0 ? (kind === 'call' ? 0 : 0.3) : 1 / Math.sqrt(meant.length);
}
