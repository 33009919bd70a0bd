import type { SymbolIndex } from '../../../../../code/pure/index/symbolIndex';
import type { CodeLine } from '../../../../../runs/pure/model/location';
import { isCallable, type LineRange } from '../../../../../runs/pure/model/symbol';

export const leadKinds = ['member', 'call'] as const;

/** A name that suspected code uses, to be followed to its other uses. */
export interface Lead {
	readonly name: string;
	/** `member`: a field of an object; `call`: a function. */
	readonly kind: (typeof leadKinds)[number];
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

/** The weight of a use by its distance from the suspected line. */
const nearness = { same: 1, near: 0.5, sameFunction: 0.15, unknown: 0.25, nearLines: 3 };
const lineLength = 300;
/** Shorter names are used for everything. */
const leastLength = 3;

const memberName = /(?:->|\.|::)([A-Za-z_$][\w$]{0,99})(?![\w$])(?!\s?\()/g;
const callName = /(?<![\w$])([A-Za-z_$][\w$]{0,99})\s?\(/g;

/** The functions that suspected code calls and the members on and near its suspected line, the most telling first. */
export function leadsOf(code: SuspectedCode, lines: readonly string[], index: SymbolIndex): Lead[] {
	const leads = new Map<string, Lead>();
	for (let line = code.startLine; line <= Math.min(code.endLine, lines.length); line++) {
		const near = nearnessOf(line, code);
		const weight = near * code.weight;
		const names = namesIn((lines[line - 1] ?? '').slice(0, lineLength));
		const isTelling = ({ kind, name }: Pick<Lead, 'kind' | 'name'>) =>
			name !== code.name && name.length >= leastLength && (kind === 'call' || near >= nearness.near);
		for (const { kind, name } of names.filter(isTelling)) {
			const key = `${kind} ${name}`;
			if (weight > (leads.get(key)?.weight ?? 0)) {
				leads.set(key, { name, kind, from: { file: code.file, line, function: code.name }, weight });
			}
		}
	}
	return [...leads.values()]
		.map(lead => ({ ...lead, weight: lead.weight * rarity(lead, index) }))
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight);
}

function namesIn(text: string): Pick<Lead, 'kind' | 'name'>[] {
	const members = [...text.matchAll(memberName)].map(([, name = '']) => ({ kind: 'member', name }) as const);
	return [...members, ...callsIn(text).map(name => ({ kind: 'call', name }) as const)];
}

/** The names in front of `(`. */
export function callsIn(text: string): string[] {
	return [...text.matchAll(callName)].map(([, name = '']) => name);
}

function nearnessOf(line: number, { line: suspected }: SuspectedCode): number {
	if (suspected === undefined) {
		return nearness.unknown;
	}
	const distance = Math.abs(line - suspected);
	return distance === 0 ? nearness.same : distance <= nearness.nearLines ? nearness.near : nearness.sameFunction;
}

/** Less for a name that much of the code defines; 0 for a function that the code does not define. */
function rarity({ name, kind }: Lead, index: SymbolIndex): number {
	const meant = index.named(name).filter(symbol => isCallable(symbol) === (kind === 'call'));
	return meant.length === 0 ? (kind === 'call' ? 0 : 0.3) : 1 / Math.sqrt(meant.length);
}
