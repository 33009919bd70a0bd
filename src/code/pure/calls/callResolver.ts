import { type CodeSymbol, containerName, isCallable, qualifiedName } from '../../../runs/pure/model/symbol';
import type { Reference } from '../definitions/sourceParser';
import type { SymbolIndex } from '../index/symbolIndex';
import { hasWord } from '../index/words/hasWord';
import { wordParts } from '../index/words/words';
import type { ReceiverData } from '../languages/languageData';
import type { CodeModel } from './codeModel';
import type { CodeUnit } from './codeUnits';
import { importLines } from './importLines';
import { inheritedMembers, memberOrInherited } from './inheritance';

/** The file of the calls: the facts that help to resolve them. */
export interface CallingFile {
	readonly path: string;
	readonly text: string;
	readonly receivers: ReceiverData | undefined;
}

/**
 * Resolves calls to the functions they mean, if the code shows them: a method of the own object, a constructor, a
 * method of a named class or of a variable's visible class, a function of the file or one that it imports. Other calls,
 * such as a method of an unknown object, resolve to nothing.
 */
export class CallResolver {
	private readonly imports: string;
	private lines: readonly string[] | undefined;
	/** Whether the file contains a name. */
	private readonly written = new Map<string, boolean>();
	private readonly typesIn = new Map<number, ReadonlyMap<string, string>>();

	constructor(
		private readonly model: CodeModel,
		private readonly index: SymbolIndex,
		private readonly file: CallingFile,
	) {
		this.imports = importLines(file.text);
	}

	/** Positions of the functions that a call in the function at position `caller` means; several for overloads. */
	resolve(caller: number, { name, kind, receiver }: Pick<Reference, 'name' | 'kind' | 'receiver'>): readonly number[] {
		const unit = this.model.unit(caller);
		if (unit === undefined || kind === 'class') {
			return this.initializers(name);
		}
		const found =
			receiver === undefined ? this.plainCall(unit, name) : this.memberCall({ caller, unit }, name, receiver);
		return [found, this.initializers(name)].find(({ length }) => length > 0) ?? this.onlyDefinition(name);
	}

	/** Returns the constructors of a class. */
	private initializers(className: string): readonly number[] {
		const owner = this.classNamed(className);
		const name = this.file.receivers?.initializer ?? className;
		return owner === undefined ? [] : this.positions(memberOrInherited(this.index, owner, name));
	}

	private plainCall(unit: CodeUnit, name: string): readonly number[] {
		const owner = this.file.receivers?.implicit === true ? this.ownClass(unit) : undefined;
		const own = owner === undefined ? [] : this.positions(memberOrInherited(this.index, owner, name));
		if (own.length > 0) {
			return own;
		}
		const visible = this.inFunctionsAround(unit, name);
		if (visible.length > 0) {
			return visible;
		}
		const functions = this.model.functionsNamed(name).filter(at => this.model.unit(at)?.container === '');
		const here = functions.filter(at => this.model.unit(at)?.file === unit.file);
		return here.length > 0 || !hasWord(this.imports, name) ? here : only(functions);
	}

	/** The functions of that name in the innermost function around a call that has some. */
	private inFunctionsAround({ file, qualified }: CodeUnit, name: string): readonly number[] {
		const local = this.model.functionsNamed(name).filter(at => {
			const unit = this.model.unit(at);
			return unit?.file === file && unit.container !== unit.owner && `${qualified}.`.startsWith(`${unit.container}.`);
		});
		const depths = local.map(at => this.model.unit(at)?.container.length ?? 0);
		return local.filter((_, each) => depths[each] === Math.max(...depths));
	}

	private memberCall(
		{ caller, unit }: { readonly caller: number; readonly unit: CodeUnit },
		name: string,
		receiver: string,
	): readonly number[] {
		const { own = [], inherited = [] } = this.file.receivers ?? {};
		if (own.includes(receiver) || inherited.includes(receiver)) {
			const owner = this.ownClass(unit);
			const members = own.includes(receiver) ? memberOrInherited : inheritedMembers;
			return owner === undefined ? [] : this.positions(members(this.index, owner, name));
		}
		const last = receiver.slice(receiver.lastIndexOf('.') + 1);
		const className = receiver === last ? (this.types(caller).get(receiver) ?? last) : last;
		const owner = /^\p{Lu}/u.test(className) ? this.classNamed(className) : undefined;
		return owner === undefined
			? this.moduleCall(receiver, name)
			: this.positions(memberOrInherited(this.index, owner, name));
	}

	/** A function of an imported module, or of a package. */
	private moduleCall(receiver: string, name: string): readonly number[] {
		const [first = ''] = receiver.split('.');
		if (first === '' || !hasWord(this.imports, first)) {
			return [];
		}
		const files = this.model.filesOfModule(receiver.replaceAll('.', '/'));
		const functions = this.model.functionsNamed(name).filter(at => {
			const unit = this.model.unit(at);
			return unit?.container === '' && files.includes(unit.file);
		});
		return only(functions);
	}

	/** A name of several words with one definition in all code means that, whatever the receiver. */
	private onlyDefinition(name: string): readonly number[] {
		const [definition, ...others] = wordParts(name).length < 2 ? [] : this.index.named(name).filter(isCallable);
		if (definition === undefined || others.length > 0) {
			return [];
		}
		const owner = containerName(definition);
		const isKnown = owner === '' || definition.file === this.file.path || this.isWritten(owner);
		return isKnown ? this.positions([definition]) : [];
	}

	private isWritten(name: string): boolean {
		const known = this.written.get(name) ?? hasWord(this.file.text, name);
		this.written.set(name, known);
		return known;
	}

	private ownClass({ owner, file }: CodeUnit): CodeSymbol | undefined {
		const classes = this.index.classes(containerName({ container: owner })).filter(({ kind }) => kind !== 'module');
		return classes.find(each => each.file === file && qualifiedName(each) === owner) ?? only(classes)[0];
	}

	/** The class of that name: in this file, else the only one. */
	private classNamed(name: string): CodeSymbol | undefined {
		const classes = this.index.classes(name).filter(({ kind }) => kind !== 'module');
		return classes.find(({ file }) => file === this.file.path) ?? only(classes)[0];
	}

	/** The classes that the code of a function shows its variables to have; by the variable. */
	private types(caller: number): ReadonlyMap<string, string> {
		const known = this.typesIn.get(caller);
		if (known !== undefined) {
			return known;
		}
		this.lines ??= this.file.text.split('\n');
		const { lines } = this;
		const symbols = this.model.unit(caller)?.symbols ?? [];
		const types = new Map<string, string>();
		for (const line of symbols.flatMap(each => lines.slice(each.startLine - 1, each.endLine))) {
			addTypes(line.slice(0, lineLimit), types);
		}
		this.typesIn.set(caller, types);
		return types;
	}

	private positions(symbols: readonly CodeSymbol[]): number[] {
		const found = symbols.map(({ file, nameLine, name }) => {
			const at = this.model.functionAt(file, nameLine);
			return this.model.unit(at)?.name === name ? at : -1;
		});
		return [...new Set(found)].filter(at => at >= 0);
	}
}

const lineLimit = 300;

/** `x = Name(`, `x := Name{`, `x = new a.Name(`, `x: Name`: a variable that gets several classes has none. */
function addTypes(line: string, types: Map<string, string>): void {
	for (const [, name = '', type = ''] of [
		...line.matchAll(
			/(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$]*) ?:?= ?(?:new |await |&)?(?:\w+\.)?(\p{Lu}\w*)[({]/gu,
		),
		...line.matchAll(/(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$]*): ?&?(?:\w+\.)?(\p{Lu}\w*)(?![\w.([<])/gu),
	]) {
		types.set(name, types.has(name) && types.get(name) !== type ? '' : type);
	}
}

function only<T>(items: readonly T[]): readonly T[] {
	return items.length === 1 ? items : [];
}
