import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../runs/pure/model/symbol';
import { symbolPlace } from '../../calls/inheritance';
import type { Reference } from '../../definitions/sourceParser';
import { placeOfLines } from '../foundPlace';
import type { SearchContext } from '../searchContext';
import { conditionRemarks } from './conditions';
import type { NameUse, UseKind } from './nameUse';
import { ResolvedCalls } from './resolvedCalls';

/** A name with the definitions it means, and its other definitions. */
export interface AskedName {
	readonly name: string;
	readonly symbols: readonly CodeSymbol[];
	readonly others: readonly CodeSymbol[];
}

/** More files are not parsed: their lines are mentions. */
const parsedLimit = 300;

/** Reads how lines use a name they contain. */
export class CallReader {
	private readonly resolved: ResolvedCalls;
	private nParsed = 0;

	constructor(
		private readonly context: SearchContext,
		private readonly asked: AskedName,
	) {
		this.resolved = new ResolvedCalls(context);
	}

	/** The uses of the name in some lines of a file, in order; definitions of it are none. */
	async usesIn(file: string, lines: ReadonlySet<number>): Promise<NameUse[]> {
		const { index } = this.context.workspace;
		const own = new Set(
			[...this.asked.symbols, ...this.asked.others].filter(each => each.file === file).map(each => each.nameLine),
		);
		const calls = await this.callsIn(file);
		const conditions = await this.conditionsIn(file);
		return [...lines]
			.sort((a, b) => a - b)
			.flatMap(line => {
				const here = calls.filter(call => call.line === line);
				if (here.length === 0 && own.has(line)) {
					return [];
				}
				const around = index.enclosing(file, line).findLast(each => isCallable(each) || isClassLike(each));
				const within = around === undefined ? '' : qualifiedName(around);
				const place = placeOfLines(index, file, { startLine: line, endLine: line });
				const remark = conditions.get(line);
				return [{ ...bestOf(here), file, line, within, place, ...(remark !== undefined && { remark }) }];
			});
	}

	private async conditionsIn(file: string): Promise<ReadonlyMap<number, string>> {
		const { workspace, texts } = this.context;
		const directives = workspace.languages.of(file)?.directives;
		return directives === undefined ? new Map() : conditionRemarks(await texts.lines(file), directives);
	}

	private async callsIn(file: string): Promise<ReadCall[]> {
		if (this.nParsed++ >= parsedLimit) {
			return [];
		}
		const calls = await this.resolved.in(file, ({ name }) => name === this.asked.name);
		return calls.map(({ call, callees }) => ({ line: call.line, ...this.meaning(call, callees) }));
	}

	private meaning({ receiver }: Reference, meant: readonly CodeSymbol[]): Pick<NameUse, 'kind' | 'means'> {
		const { symbols, others } = this.asked;
		// A call of a class means its constructor, if it has one.
		const isAsked = (symbol: CodeSymbol) =>
			symbols.some(
				each =>
					each.file === symbol.file &&
					(each.nameLine === symbol.nameLine || (isClassLike(each) && symbol.container === qualifiedName(each))),
			);
		const [first] = meant;
		if (first !== undefined) {
			return meant.some(isAsked) ? { kind: 'call' } : { kind: 'otherCall', means: symbolPlace(first) };
		}
		// A bare name calls no member of a class; with only one definition, it calls that one.
		const isOnly = others.length === 0 && receiver === undefined && symbols.some(({ container }) => container === '');
		return { kind: isOnly ? 'call' : 'openCall' };
	}
}

interface ReadCall extends Pick<NameUse, 'kind' | 'means'> {
	readonly line: number;
}

const order: readonly UseKind[] = ['call', 'openCall', 'otherCall', 'mention'];

/** Chooses the call in a line that is nearest to the requested definition. */
function bestOf(calls: readonly ReadCall[]): Pick<NameUse, 'kind' | 'means'> {
	const best = order.flatMap(kind => calls.filter(call => call.kind === kind))[0];
	return best === undefined
		? { kind: 'mention' }
		: { kind: best.kind, ...(best.means !== undefined && { means: best.means }) };
}
