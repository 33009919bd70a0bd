import type { CodeUnit } from '../../../code/pure/calls/codeUnits';
import { stem } from '../../../code/pure/index/words/terms';
import { forEachWord, wordParts } from '../../../code/pure/index/words/words';
import type { Query } from '../lexical/bm25f';
import type { NameGround } from '../ranking/featureGround';
import type { FeatureTable } from './featureTable';

/** How the names of functions and of their files are in the words of the issue. */
export function addNameFeatures(features: FeatureTable, ground: NameGround): void {
	const { model, brief, queries, table } = ground;
	const units = features.positions.map(at => model.unit(at));
	const words = new NameWords(ground);
	const addWords = (part: string, textOf: (unit: CodeUnit) => string) =>
		addNameWords(features, part, { ground, words, texts: units.map(unit => (unit === undefined ? '' : textOf(unit))) });
	const written = new Map<string, number>();
	const qualified = new Set<string>();
	for (const { text, inTitle, inProse, isCalled } of brief.names) {
		const name = text.slice(text.lastIndexOf('.') + 1);
		const how = (inTitle ? 3 : inProse ? 2 : 1) + (isCalled ? 0.5 : 0);
		written.set(name, Math.max(written.get(name) ?? 0, how));
		qualified.add(lastParts(text));
	}
	addWords('name', ({ name }) => name);
	addWords('file name', ({ file }) => fileStem(file));
	addWords('folder', ({ file }) => folders(file));
	features.add('name: written', (_, row) => written.get(units[row]?.name ?? ''));
	features.add('name: weight', (_, row) => {
		const term = table.wholeTermOf(units[row]?.name ?? '');
		return term === undefined ? undefined : queries.names.get(term);
	});
	features.add('name: written with its class', (_, row) => {
		const unit = units[row];
		return unit !== undefined && unit.container !== '' && qualified.has(lastParts(unit.qualified)) ? 1 : undefined;
	});
	features.add('name: definitions', (_, row) => Math.log2(model.functionsNamed(units[row]?.name ?? '').length));
}

/** How the names of files are in the title of the issue. In long issues nearly any word occurs elsewhere. */
export function addFileNameFeatures(features: FeatureTable, ground: NameGround): void {
	const words = new NameWords(ground);
	const names = features.positions.map(at => fileStem(ground.model.files[at] ?? ''));
	addTitleWords(features, 'file name', { ground, words, texts: names });
}

interface RowNames {
	readonly ground: NameGround;
	readonly words: NameWords;
	/** A name for each row. */
	readonly texts: readonly string[];
}

function addNameWords(features: FeatureTable, part: string, names: RowNames): void {
	const { words, texts } = names;
	const { queries } = names.ground;
	const rows = texts.map(text => words.termsOf(text));
	features.add(`${part}: share in issue`, (_, row) => words.shareIn(rows[row] ?? [], queries.everything));
	features.add(`${part}: part of prose`, (_, row) => words.partOf(queries.prose, rows[row] ?? []));
	features.add(`${part}: words`, (_, row) => rows[row]?.length);
	addTitleWords(features, part, names);
}

function addTitleWords(features: FeatureTable, part: string, { ground, words, texts }: RowNames): void {
	const { title } = ground.queries;
	const rows = texts.map(text => words.termsOf(text));
	features.add(`${part}: share in title`, (_, row) => words.shareIn(rows[row] ?? [], title));
	features.add(`${part}: part of title`, (_, row) => words.partOf(title, rows[row] ?? []));
	features.add(`${part}: words in sequence`, (_, row) => words.nInSequence(texts[row] ?? ''));
}

/** The words of names compared with the words of the issue. */
class NameWords {
	private readonly known = new Map<string, readonly number[]>();
	/** Two words that follow each other in the title or in a sentence, joined. */
	private readonly sequences: ReadonlySet<string>;

	constructor(private readonly ground: NameGround) {
		const { title, prose } = ground.brief;
		this.sequences = new Set([title, prose].flatMap(sequencesIn));
	}

	/** How many pairs of words that follow each other in a name do so in the issue; undefined for one word. */
	nInSequence(name: string): number | undefined {
		const pairs = sequencesIn(name);
		return pairs.length === 0 ? undefined : Math.log2(1 + pairs.filter(pair => this.sequences.has(pair)).length);
	}

	/** The terms of a name, each once. */
	termsOf(name: string): readonly number[] {
		let terms = this.known.get(name);
		if (terms === undefined) {
			const found = new Set<number>();
			forEachWord(name, word => {
				for (const term of this.ground.table.termsOf(word)) {
					found.add(term);
				}
			});
			terms = [...found];
			this.known.set(name, terms);
		}
		return terms;
	}

	/** How many of the terms are in a query, 0..1; undefined without any. */
	shareIn(terms: readonly number[], query: Query): number | undefined {
		return terms.length === 0 ? undefined : terms.filter(term => query.has(term)).length / terms.length;
	}

	/** How much of a query the terms are, by rarity, 0..1; undefined if they have nothing of it. */
	partOf(query: Query, terms: readonly number[]): number | undefined {
		const { documents } = this.ground;
		const weightOf = (all: Iterable<number>) => [...all].reduce((sum, term) => sum + documents.rarityOf(term), 0);
		const met = terms.filter(term => query.has(term));
		return met.length === 0 ? undefined : weightOf(met) / weightOf(query.keys());
	}
}

function lastParts(qualified: string): string {
	return qualified.split('.').slice(-2).join('.');
}

function sequencesIn(text: string): string[] {
	const parts: string[] = [];
	forEachWord(text, word => parts.push(...wordParts(word).map(part => stem(part.toLowerCase()))));
	return parts.slice(1).map((part, at) => `${parts[at]} ${part}`);
}

function fileStem(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}

function folders(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
