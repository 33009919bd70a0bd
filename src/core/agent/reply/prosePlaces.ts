import type { NamedPlace } from './agentReply';
import { isPath, namedPlaces } from './namedPlaces';

const name = '~?[A-Za-z_$][\\w$]{0,80}(?:(?:\\.|::)[A-Za-z_$][\\w$]{0,80}){0,6}';
/** A name that cannot be a word of the sentence: quoted, with an underscore, a bracket, a dot or capitals within. */
const marked = `(?:[\`"'](${name})(?:\\(\\))?[\`"']|\\b(${name})\\(\\)|\\b([\\w$]{0,80}(?:[a-z][A-Z]|_|\\w\\.(?=\\w))[\\w$.]{0,80}))`;
const methods = new RegExp(
	`${marked}\\s+(?:method|function|constructor|routine)s?\\b|\\b(?:method|function|constructor|routine)s?\\s+(?:named\\s+|called\\s+)?${marked}|[\`"](_*[A-Z][\\w$]*(?:\\.|::)~?[a-z_][\\w$]*)(?:\\(\\))?[\`"]`,
	'g',
);
const noName =
	'the|this|that|an?|of|in|for|each|every|base|parent|child|same|within|is|its|and|or|which|whose|where|to';
const classes = new RegExp(
	`\\bclass\\s+[\`"']?(?!(?:${noName})\\b)([\\w$.]{1,80})|[\`"']?\\b(?!(?:${noName})\\b)([\\w$.]{1,80})[\`"']?\\s+class\\b`,
	'gi',
);
const placeLimit = 10;

/**
 * Guesses the places that running text names: ``the `save` method of the `Invoice` class in `billing/bill.py` ``. The
 * file is the one of the sentence, or else the last one before it.
 */
export function prosePlaces(text: string): NamedPlace[] {
	const places: NamedPlace[] = [];
	let file: string | undefined;
	for (const sentence of sentencesOf(text)) {
		const files = pathsIn(sentence);
		file = files[0] ?? file;
		const found = sentencePlaces(sentence, file);
		places.push(...(found.length > 0 ? found : files.flatMap(path => placed(path, {}))));
	}
	const inClasses = places.map(place => withOnlyClass(place, places));
	return inClasses.filter((place, at) => !isCovered(place, at, inClasses)).slice(0, placeLimit);
}

function sentencePlaces(sentence: string, file: string | undefined): NamedPlace[] {
	const classNames = namesOf(sentence, classes);
	const methodNames = namesOf(sentence, methods).filter(each => !isPath(each.name));
	if (methodNames.length === 0) {
		return classNames.flatMap(each => placed(file, { class: each.name }));
	}
	return methodNames.flatMap(({ name: method, at }) => {
		const holding = classNames.find(each => each.at > at) ?? classNames.at(-1);
		return placed(file, { method, ...(holding === undefined || method.includes('.') ? {} : { class: holding.name }) });
	});
}

function placed(
	file: string | undefined,
	{ class: className, method }: { class?: string; method?: string },
): NamedPlace[] {
	return namedPlaces({
		...(file === undefined ? {} : { file }),
		classes: className === undefined ? [] : [className],
		methods: method === undefined ? [] : [method],
		intendedBehavior: '',
	});
}

/** A method without a class belongs to the one class that is named of its file. */
function withOnlyClass(place: NamedPlace, places: readonly NamedPlace[]): NamedPlace {
	const inFile = places.filter(other => other.file === place.file && other.class !== undefined);
	const [only, ...others] = new Set(inFile.map(other => other.class));
	const isOpen = place.method !== undefined && place.class === undefined && !place.method.includes('.');
	return isOpen && only !== undefined && others.length === 0 ? { ...place, class: only } : place;
}

/** A file or a class of which a part is named as well, and what was named before. */
function isCovered(place: NamedPlace, at: number, places: readonly NamedPlace[]): boolean {
	return places.some((other, index) => {
		const isFiner =
			(place.method === undefined && other.method !== undefined) ||
			(place.class === undefined && other.class !== undefined);
		const isSame = place.method === other.method && place.class === other.class && index < at;
		const fits = (place.method ?? other.method) === other.method && (place.class ?? other.class) === other.class;
		return index !== at && (isFiner || isSame) && fits && (place.file ?? other.file) === other.file;
	});
}

function namesOf(sentence: string, pattern: RegExp): { readonly name: string; readonly at: number }[] {
	return [...sentence.matchAll(pattern)].flatMap(match => {
		const found = match.slice(1).find(each => each !== undefined);
		return found === undefined ? [] : [{ name: found, at: match.index }];
	});
}

function pathsIn(sentence: string): string[] {
	const quoted = [...sentence.matchAll(/[`"]([^`"\n]+)[`"]/g)].map(match => match[1] ?? '');
	const bare = sentence.match(/(?<![`"\w/.])[\w.@~-]+(?:\/[\w.@~-]+)+(?::\d+(?:-\d+)?)?/g) ?? [];
	return [...new Set([...quoted, ...bare.map(path => path.replace(/\.$/, ''))])].filter(isPath);
}

function sentencesOf(text: string): string[] {
	return text.replaceAll('**', '').split(/\n+|(?<=[.!?])\s+(?=[A-Z`"])/);
}
