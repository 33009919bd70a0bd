import type { CodeUnit } from '../../../code/pure/calls/codeUnits';
import { ancestorsOf } from '../../../code/pure/calls/inheritance';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import { bestFirst } from '../ranking/rankFusion';
import type { Suspiciousness } from '../ranking/suspiciousness';
import type { WantedName } from '../ranking/wantedNames';
import type { PlannedCall } from './plannedCall';
import type { PlannedRound, RoundPlayer } from './roundPlayer';
import { readingCall } from './suspectRound';

const limits = { bases: 2, read: 3, suspects: 12, baseDepth: 3, baseDefinitions: 3 };

/** Looks into the bases of named classes, and reads the callees and callers of suspects. */
export function callRound(
	suspiciousness: Suspiciousness,
	{ names, index }: { readonly names: readonly WantedName[]; readonly index: SymbolIndex },
	player: RoundPlayer,
): PlannedRound | undefined {
	const bases = player.notAsked(baseCalls(names, index)).slice(0, limits.bases);
	const linked = linkedSuspects(suspiciousness);
	const reads = player.notAsked(linked.map(readingCall)).slice(0, limits.read);
	const calls = player.notAsked([...bases, ...reads]);
	return calls.length === 0
		? undefined
		: {
				title: 'Follow calls and base classes',
				reasoning: [
					...(reads.length === 0
						? []
						: [`Suspects call or are called by ${listed(linked.map(unit => unit.qualified))}.`]),
					...(bases.length === 0 ? [] : ['The bug of a class may be in one of its base classes.']),
				],
				calls,
				summary: () =>
					`Followed ${counted(suspiciousness.callLinks.length, 'call')} and read ${counted(calls.length, 'definition')}`,
			};
}

/** Suspects that call another suspect or are called by one, most suspicious first. */
function linkedSuspects(suspiciousness: Suspiciousness): CodeUnit[] {
	const best = bestFirst(suspiciousness.scores().functions, limits.suspects);
	const links = suspiciousness.callLinks.filter(({ caller, callee }) => best.includes(caller) && best.includes(callee));
	return best
		.filter(at => links.some(({ caller, callee }) => caller === at || callee === at))
		.flatMap(at => suspiciousness.model.unit(at) ?? []);
}

/** One call for each base of a class the issue names: the bug of a class is often in code that it inherits. */
function baseCalls(names: readonly WantedName[], index: SymbolIndex): PlannedCall[] {
	const classes = names.filter(({ isClass, nDefinitions }) => isClass && nDefinitions <= limits.baseDefinitions);
	const calls = classes.flatMap(({ name, weight, nDefinitions }) =>
		index
			.classes(name)
			.flatMap(symbol => ancestorsOf(index, symbol))
			.filter(({ depth, symbol }) => depth <= limits.baseDepth && index.file(symbol.file)?.isTest !== true)
			.map(({ depth, symbol }) => baseCall(symbol.name, name, weight / depth / Math.sqrt(nDefinitions))),
	);
	return calls.sort((a, b) => (b.meaning?.weight ?? 0) - (a.meaning?.weight ?? 0));
}

function baseCall(base: string, name: string, weight: number): PlannedCall {
	return {
		tool: 'search_class',
		args: { class_name: base },
		meaning: { kind: 'base', weight, text: `${name}, which the issue names, is derived from ${base}.` },
	};
}
