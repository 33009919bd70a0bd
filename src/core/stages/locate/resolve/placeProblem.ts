import { counted } from '../../../model/counted';
import { placeText } from '../../../model/placeText';
import { isClassLike, qualifiedName } from '../../../model/symbol';
import { symbolPlace } from '../../../search/inheritance';
import { fileNotes, missNotes, similarNames } from '../../../search/nameNotes';
import { nearNames } from '../../../search/nearNames';
import type { SearchContext } from '../../../search/searchContext';
import { listed } from '../outcomeText';
import type { Piece } from './piece';
import type { WantedPlace } from './wantedPlace';

const placesListed = 8;

/** Why nothing was found, and what there is instead: sentences for a model, from the index alone. */
export function nothingFound({ workspace: { index } }: SearchContext, wanted: WantedPlace): string {
	const { files, member, owner } = wanted;
	const sentences = [...fileNotes(files), ...wanted.notes];
	if (member !== undefined) {
		const isUnknown = index.named(member.query.name).length === 0;
		const missing = `Nothing in the workspace is called "${member.query.name}".`;
		const near = missNotes(index, member);
		const defined = near.length === 0 ? definedIn(index, wanted) : [];
		return [...sentences, ...(isUnknown ? [missing] : []), ...near, ...defined].join(' ');
	}
	if (owner !== undefined) {
		return [...sentences, ...classMissing(index, wanted, owner.query.name)].join(' ');
	}
	return files === undefined ? 'Neither a file nor a class nor a method is named.' : sentences.join(' ');
}

/** More definitions fit than can be meant. */
export function tooMany(pieces: readonly Piece[]): string {
	const files = new Set(pieces.map(({ file }) => file));
	const names = new Set(pieces.map(nameOf));
	const which = files.size > 1 ? 'its file' : names.size > 1 ? 'its class' : 'its lines';
	const places = pieces.map(piece => `${nameOf(piece)} (${placeText(piece)})`);
	return `${pieces.length} places fit equally well: ${listed(places, placesListed)}. Name ${which}.`;
}

/** A file's name that stands for a folder, or for more files than can be meant. */
export function tooManyFiles({ files }: WantedPlace): string {
	const paths = files?.paths ?? [];
	const stands = files?.how === 'folder' ? 'is a folder of' : 'stands for';
	return `"${files?.written}" ${stands} ${counted(paths.length, 'file')}: ${listed(paths, placesListed)}. Name one of them.`;
}

function nameOf({ symbols: [first], file }: Piece): string {
	return first === undefined ? file : qualifiedName(first);
}

type Index = SearchContext['workspace']['index'];

/** What there is to name in the one file that was meant. */
function definedIn(index: Index, { files }: WantedPlace): string[] {
	const [file, ...others] = files?.paths ?? [];
	const symbols = file === undefined || others.length > 0 ? [] : (index.file(file)?.symbols ?? []);
	const names = [...new Set(symbols.filter(({ container }) => container === '').map(symbol => symbol.name))];
	return names.length === 0 ? [] : [`${file} defines ${listed(names, placesListed)}.`];
}

/** The classes of the file that are called nearly so, else all it has; and such of other files. */
function classMissing(index: Index, { files }: WantedPlace, name: string): string[] {
	const inFile = (files?.paths ?? []).flatMap(path => index.file(path)?.symbols.filter(isClassLike) ?? []);
	const near = nearNames(name, new Set(inFile.map(symbol => symbol.name)));
	const nearest = near.flatMap(other => inFile.find(symbol => symbol.name === other) ?? []);
	const shown = (nearest.length > 0 ? nearest : inFile).map(symbol => symbolPlace(symbol));
	const where = files !== undefined && files.paths.length === 1 ? files.paths[0] : 'the files named';
	const similar = nearest.length > 0 ? '' : similarNames(index, name, isClassLike);
	return [
		`There is no class "${name}" in the workspace.`,
		...(inFile.length === 0
			? []
			: [`${nearest.length > 0 ? 'Nearest' : 'Classes'} in ${where}: ${listed(shown, placesListed)}.`]),
		...(similar === '' ? [] : [`Similar names: ${similar}.`]),
	];
}
