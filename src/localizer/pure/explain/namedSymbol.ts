import { memberOrInherited, stemOf } from '../../../code/pure/calls/inheritance';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { type CodeSymbol, containerName, isCallable, isClassLike } from '../../../runs/pure/model/symbol';
import type { IssueText, Mention } from './issueText';

/** The name of a location: the function, or for a class the class. */
export interface SymbolName {
	readonly name: string;
	/** Plain name of the class it belongs to. */
	readonly owner?: string;
	readonly isClass: boolean;
}

/** A mention of a symbol in a text. */
export interface NamedAt {
	readonly mention: Mention;
	/** Written with its class, or nothing else has the name. */
	readonly isCertain: boolean;
}

/** More definitions of a name leave open which one is meant. */
const definitionLimit = 3;

/** Finds mentions of the symbols of a workspace in texts. */
export class SymbolNames {
	private modules: ReadonlySet<string> | undefined;

	/** Without texts, unless there is nothing else. */
	private readonly code: SymbolIndex;

	constructor(private readonly index: SymbolIndex) {
		this.code = index.code;
	}

	/**
	 * Finds a mention of a symbol as a name, not as a word of a sentence: with its class, else without. Not if the name
	 * belongs to another class, or to too many.
	 */
	find(text: IssueText, symbol: SymbolName): NamedAt | undefined {
		const { name, owner, isClass } = symbol;
		const mentions = text.mentions(name).filter(each => this.mayMean(each, symbol));
		const qualified = owner === undefined ? undefined : mentions.find(mention => mention.owner === owner);
		if (qualified !== undefined) {
			return { mention: qualified, isCertain: true };
		}
		const mention = mentions.find(({ isCode, isCapitalized }) => isCode || (isClass && isCapitalized));
		const nDefinitions = this.definitionsOf(name);
		const isOwnerNamed = owner !== undefined && text.mentions(owner).some(each => each.isCode || each.isCapitalized);
		return mention === undefined || (nDefinitions > definitionLimit && !isOwnerNamed)
			? undefined
			: { mention, isCertain: nDefinitions <= 1 || (isOwnerNamed && this.code.methods(owner, name).length <= 1) };
	}

	/** Not if it is a member of another class, not inherited either, or of a module if a method is meant. */
	private mayMean({ owner }: Mention, { name, owner: own, isClass }: SymbolName): boolean {
		if (owner === undefined || owner === own) {
			return true;
		}
		const classes = this.code.classes(owner).filter(({ kind }) => kind !== 'module');
		const members = classes.flatMap(each => memberOrInherited(this.code, each, name));
		return classes.length > 0
			? members.some(member => containerName(member) === own)
			: isClass || own === undefined || !this.isModule(owner);
	}

	private isModule(name: string): boolean {
		this.modules ??= new Set(this.index.files().flatMap(({ path }) => stemOf(path)));
		return this.modules.has(name);
	}

	/** How many definitions outside tests have the name. */
	private definitionsOf(name: string): number {
		const { code: index } = this;
		const isCode = (symbol: CodeSymbol) => isCallable(symbol) || isClassLike(symbol);
		return index.named(name).filter(symbol => isCode(symbol) && index.file(symbol.file)?.isTest !== true).length;
	}
}
