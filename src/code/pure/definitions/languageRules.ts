import type { Node } from 'web-tree-sitter';
import type { BlankedWord, CallbackData, DefinitionRule, LanguageData, Selector } from '../languages/languageData';
import { selectAll, textWithout } from './nodeSelector';

/** How the walk treats nodes of one type. Types without a role are skipped unread. */
export interface NodeRole {
	readonly rules: readonly DefinitionRule[];
	/** The role applies only directly below a node of this type. */
	readonly under: string | undefined;
	/** False if no rule can apply inside a function: there the node need not be visited. */
	readonly definesInFunctions: boolean;
	/** The places in which the node is relevant only if `LanguageRules.hasSign` holds for its text. */
	readonly signed: 'everywhere' | 'inFunctions' | undefined;
	/** How the walk continues below a node that defines nothing. */
	readonly entry: 'wrapper' | 'nameless' | 'anonymous' | 'descend' | undefined;
	/** The node precedes a definition, as a sibling. */
	readonly front: 'comment' | 'leading' | undefined;
	/** Path to the name of the function that the node calls, if it may name a callback. */
	readonly callee: string | undefined;
}

/** A language's data prepared for walking: looked up once per language, not once per node. */
export class LanguageRules {
	readonly modifiers: ReadonlySet<string>;
	readonly modifierLists: ReadonlySet<string>;
	readonly callbacks: CallbackData | undefined;
	readonly docstring: readonly string[];
	/** Indentation makes blocks: the parser adds comments below them to them. */
	readonly hasBlocksWithoutEnd: boolean;
	private readonly classBases: readonly Selector[];
	private readonly modifierWord: RegExp;
	private readonly blank: RegExp | undefined;
	private readonly sign: RegExp | undefined;
	private readonly roles: ReadonlyMap<string, NodeRole>;
	private readonly omit: readonly string[];
	private readonly qualified: ReadonlySet<string>;
	private readonly separator: string;
	private readonly transparent: ReadonlySet<string>;
	private readonly ignored: ReadonlySet<string>;
	private readonly trim: string;

	constructor(language: LanguageData) {
		this.roles = rolesOf(language);
		this.modifiers = new Set(language.modifiers);
		this.modifierLists = new Set(language.modifierLists);
		this.modifierWord = new RegExp(`\\b(?:${[...this.modifiers].join('|') || '$^'})\\b`);
		this.blank = language.blank?.length ? blankPattern(language.blank) : undefined;
		this.sign = language.sign === undefined ? undefined : new RegExp(language.sign);
		this.callbacks = language.callbacks;
		this.docstring = language.docstring ?? [];
		this.hasBlocksWithoutEnd = language.layout !== undefined;
		this.classBases = [language.bases ?? []].flat();
		this.omit = language.omit ?? [];
		this.qualified = new Set(language.qualified);
		this.separator = language.separator ?? '.';
		this.transparent = new Set(language.transparent);
		this.ignored = new Set(language.ignored);
		this.trim = language.trim ?? '';
	}

	role(nodeType: string, parentType: string): NodeRole | undefined {
		const role = this.roles.get(nodeType);
		return role?.under === undefined || role.under === parentType ? role : undefined;
	}

	/** The text as given to the parser: words it cannot read are blanked out, and every position is kept. */
	readable(text: string): string {
		if (this.blank === undefined) {
			return text;
		}
		const isDirective = directiveLines(text);
		return text.replace(this.blank, (word: string, start: number) =>
			isDirective(start + word.length) ? word : word.replace(/[^\r\n]/g, ' '),
		);
	}

	isComment(nodeType: string): boolean {
		return this.roles.get(nodeType)?.front === 'comment';
	}

	/** True for a node type that may contain definitions. */
	isEntered(nodeType: string): boolean {
		const role = this.roles.get(nodeType);
		return role !== undefined && (role.entry !== undefined || role.rules.length > 0);
	}

	/** Whether an expression may contain a definition, by its text. */
	hasSign(text: string): boolean {
		return this.sign?.test(text) ?? false;
	}

	/** True if a header's text contains one of the modifiers as a word anywhere. */
	mayHoldModifier(header: string): boolean {
		return this.modifierWord.test(header);
	}

	/** The bases of a definition, as written. */
	bases(node: Node, rule: DefinitionRule): string[] {
		const byDefault = rule.kind === 'class' || rule.kind === 'interface' ? this.classBases : [];
		const selectors = rule.bases === undefined ? byDefault : [rule.bases].flat();
		return selectors.flatMap(selector => selectAll(node, selector)).map(base => this.written(base));
	}

	/** Returns the text of a name without the parts that the language omits: `base.Base` of `base.Base[T]`. */
	written(node: Node): string {
		const text = withoutBlanks(textWithout(node, this.omit).trim());
		let start = 0;
		let end = text.length;
		while (start < end && this.trim.includes(text.charAt(start))) {
			start++;
		}
		while (end > start && this.trim.includes(text.charAt(end - 1))) {
			end--;
		}
		return text.slice(start, end);
	}

	/** The container named by a definition itself; empty if that is the surrounding one anyway: `self`. */
	ownerParts(node: Node): string[] {
		return this.nameParts(node).filter(part => !this.transparent.has(part));
	}

	/** `['Foo', 'bar']` of `Foo::bar`; empty if the container is not a plain name: `make().bar`. */
	nameParts(node: Node, prefix = ''): string[] {
		const written = this.written(node);
		const isQuoted = this.trim.includes(node.text.charAt(0)) && node.text.charAt(0) !== '';
		const text = isQuoted ? `${prefix}${written}` : withoutBlanks(`${prefix}${written}`);
		if (!this.qualified.has(node.type)) {
			return text === '' || this.ignored.has(text) ? [] : [text];
		}
		const parts = text
			.split(this.separator)
			.map(part => (node.hasError ? (part.match(/(?<!\S)\S+$/)?.[0] ?? '') : part.trim()))
			.filter(part => part !== '' && !this.transparent.has(part));
		return parts.slice(0, -1).every(part => plainName.test(part)) ? parts : [];
	}
}

/** `operator ==` and `Foo :: bar` are written without blanks; a quoted name keeps them. */
export function withoutBlanks(text: string): string {
	return /^['"`]/.test(text) || !/\s/.test(text) ? text : text.replace(/(?<!\s)\s+(?=[^\w\s])|(?<=[^\w\s])\s+/g, '');
}

const plainName = /^[\p{ID_Continue}$#@]+$/u;

/** A condition on the text before a word is checked only if the word is: at each position it would be quadratic. */
function blankPattern(words: readonly BlankedWord[]): RegExp {
	const sources = words.map(word =>
		typeof word === 'string' ? word : `(?=(?:${word.word})(?!\\w))(?<=${word.before})(?:${word.word})`,
	);
	return new RegExp(`(?<!\\w)(?:${sources.join('|')})(?!\\w)(?:[ \\t]*\\([^()\\n]*\\))?`, 'gm');
}

/**
 * Returns a check whether a position is on a preprocessor line, on which the words are defined. Positions must increase
 * from call to call.
 */
function directiveLines(text: string): (position: number) => boolean {
	const directive = /[ \t]*#/y;
	let start = 0;
	let end = text.indexOf('\n');
	return position => {
		while (end !== -1 && end < position) {
			start = end + 1;
			end = text.indexOf('\n', start);
		}
		directive.lastIndex = start;
		return directive.test(text);
	};
}

function rolesOf(language: LanguageData): Map<string, NodeRole> {
	const { definitions, wrappers = [], nameless = [], anonymous = [], descend, leading = [], comments } = language;
	const { signed = [], signedInFunctions = [] } = language;
	const entered = [...wrappers, ...nameless, ...anonymous, ...descend];
	const types = [...Object.keys(definitions), ...entered, ...leading, ...comments];
	const roles = new Map<string, NodeRole>();
	for (const key of types) {
		const [under, type] = key.includes('>') ? key.split('>', 2) : [undefined, key];
		const rules = [definitions[key] ?? []].flat();
		roles.set(type ?? key, {
			rules,
			under,
			definesInFunctions: rules.some(rule => rule.outsideFunctions !== true),
			signed: firstWith(key, { everywhere: signed, inFunctions: signedInFunctions }),
			entry: firstWith(key, { wrapper: wrappers, nameless, anonymous, descend }),
			front: firstWith(key, { comment: comments, leading }),
			callee: language.callbacks?.calls[key],
		});
	}
	return roles;
}

function firstWith<Key extends string>(type: string, lists: Readonly<Record<Key, readonly string[]>>): Key | undefined {
	return (Object.keys(lists) as Key[]).find(key => lists[key].includes(type));
}
