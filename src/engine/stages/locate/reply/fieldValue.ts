import { isName, isPath } from '../../../../localizer/pure/resolve/namedPlaces';

/** The names a value starts with. */
export interface NamesValue {
	readonly names: readonly string[];
	/** The class named as containing them: `save in the Invoice class`. */
	readonly className?: string;
	readonly rest: string;
}

export interface PathValue {
	readonly path: string;
	readonly rest: string;
}

const hedge =
	'(?:(?:the|both|potentially|possibly|probably|likely|maybe|perhaps|mainly|primarily|also|especially|particularly),?\\s+)*';
const quoted = '[`"][^`"\\n]+[`"](?:\\(\\))?';
const bare = '[\\w$~]+(?:(?:\\.|::|#)[\\w$~]+)*(?:\\([^()]*\\))?';
const kind = '(?:\\s+(?:methods?|functions?|classes|class|constructors?)\\b)?';
const names = (name: string) =>
	new RegExp(
		`^${hedge}${name}${kind}(?:(?:\\s*[,&/]\\s*(?:and\\s+|or\\s+)?|\\s+and\\s+|\\s+or\\s+)${hedge}${name}${kind})*`,
		'i',
	);
const quotedNames = names(quoted);
const bareNames = names(bare);
/** Text that may follow bare names, so that the first words of a sentence are not read as names. */
const behindBare = /^\s*(?:$|[.;:(–—,]|-\s)/;

/** Names at the start of a value: quoted, or bare if only names come before the next stop; undefined for prose. */
export function namesValue(value: string): NamesValue | undefined {
	const match = quotedNames.exec(value) ?? bareNames.exec(value);
	const found = match === null ? [] : namesIn(match[0]);
	const after = value.slice(match?.[0].length ?? 0);
	const { className, rest } = holdingClass(after);
	const isQuoted = /[`"]/.test(match?.[0] ?? '');
	if (found.length === 0 || !found.every(isName) || !(isQuoted || className !== undefined || behindBare.test(after))) {
		return undefined;
	}
	return { names: found, ...(className === undefined ? {} : { className }), rest };
}

/** A path at the start of a value, with its line numbers if they follow directly. */
export function pathValue(value: string): PathValue | undefined {
	const match =
		/^(?:the\s+)?(?:file\s+)?(?:[`"]([^`"\n]+)[`"]|([^\s`",;()]+))(\s{0,8},?\s{0,8}\(?(?:at |on )?lines?\s{0,8}\d+(?:\s{0,8}(?:-|–|to)\s{0,8}\d+)?\)?)?/i.exec(
			value,
		);
	const path = (match?.[1] ?? match?.[2] ?? '').replace(/(?<![.,:;])[.,:;]+$/, '');
	const rest = value.slice(match?.[0].length ?? 0);
	return match !== null && isPath(path) ? { path: `${path}${match[3] ?? ''}`, rest } : undefined;
}

/** Whether a value means that there is nothing to name. */
export function meansNothing(value: string): boolean {
	return /^(?:$|-+$|n\/?a\b|none\b|no\b|not\b|unknown\b|unspecified\b|unclear\b|specific \w+ (?:were|was|are|is) not\b)/i.test(
		value,
	);
}

/** The sentences of a remark that describe the code's intended behavior. */
export function behaviorIn(remark: string): string {
	const sentences = remark.replace(/^[\s:.,;()–—-]+/, '').split(/(?<=[.!?])\s+(?=[A-Z`])/);
	return sentences
		.filter(each => /\b(?:should|must|ought to|needs? to|intended|expected to)\b/i.test(each))
		.join(' ')
		.trim();
}

function namesIn(list: string): string[] {
	const quotedOnes = [...list.matchAll(/[`"]([^`"\n]+)[`"]/g)].map(match => match[1] ?? '');
	const words = list.replaceAll(new RegExp(hedge, 'gi'), '').split(/\s*[,&/]\s*|\s+/);
	const noName = /^(?:|and|or|methods?|functions?|class|classes|constructors?)$/i;
	return quotedOnes.length > 0 ? quotedOnes : words.filter(word => !noName.test(word));
}

/** `in the Invoice class`, `of class Invoice`, ``within `Invoice` ``; and the text after it. */
function holdingClass(after: string): { readonly className?: string; readonly rest: string } {
	const match =
		/^\s*\(?(?:with)?(?:in|of|inside|from)\s+(?:the\s+)?(?:class\s+[`"]?([\w$.:]+)[`"]?|[`"]?([\w$.:]+)[`"]?\s+class\b|[`"]([A-Z][\w$]*)[`"])/.exec(
			after,
		);
	const className = match?.[1] ?? match?.[2] ?? match?.[3];
	return { ...(className === undefined ? {} : { className }), rest: after.slice(match?.[0].length ?? 0) };
}
