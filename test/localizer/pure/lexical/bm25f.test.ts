import assert from 'node:assert/strict';
import { type DocumentField, FieldedDocuments } from '../../../../src/localizer/pure/lexical/bm25f';
import { DocumentSet, Documents } from '../../../../src/localizer/pure/lexical/documentSet';

const [basket, price, rate] = [0, 1, 2];

/** Three documents of 2, 4 and 6 terms: mean length 4. */
const bodies: readonly (readonly number[])[] = [
	[basket, price],
	[price, price, rate, rate],
	[rate, rate, rate, rate, rate, basket],
];
const terms = [basket, price, rate];

const k1 = 1.2;
const b = 0.75;

describe('BM25', () => {
	it('gives three documents the numbers of the formula', () => {
		const documents = new FieldedDocuments([field(bodies, { lengthNorm: b })], terms);
		// price occurs in 2 of 3 documents: idf = ln(1 + (N - n + 0.5) / (n + 0.5)).
		const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
		// tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / meanLength)), once of 2 terms, twice of 4.
		const first = idf * ((1 * (k1 + 1)) / (1 + k1 * (1 - b + (b * 2) / 4)));
		const second = idf * ((2 * (k1 + 1)) / (2 + k1 * (1 - b + (b * 4) / 4)));
		assertClose(documents.score(new Map([[price, 1]])), [first, second, 0]);
		assertClose([first, second], [0.5908617053, 0.6462549902]);
	});

	it('adds up the terms of a query by their weights', () => {
		const documents = new FieldedDocuments([field(bodies, { lengthNorm: b })], terms);
		const alone = [basket, price].map(term => documents.score(new Map([[term, 1]])));
		const expected = [0, 1, 2].map(at => 0.5 * (alone[0]?.[at] ?? 0) + 2 * (alone[1]?.[at] ?? 0));
		assertClose(
			documents.score(
				new Map([
					[basket, 0.5],
					[price, 2],
				]),
			),
			expected,
		);
	});

	it('adds up the fields of a document before saturation, each by its own weight and length', () => {
		const names = [[price], [rate], [basket]];
		const fields = [field(bodies, { lengthNorm: b }), field(names, { weight: 3, lengthNorm: 0 })];
		const [score] = new FieldedDocuments(fields, terms).score(new Map([[price, 1]]));
		const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
		const frequency = 1 / (1 - b + (b * 2) / 4) + 3 * 1;
		assertClose([score ?? 0], [(idf * frequency * (k1 + 1)) / (frequency + k1)]);
	});

	it('ignores terms that were not asked for at the start', () => {
		const documents = new FieldedDocuments([field(bodies, {}, [price])], [price]);
		assert.deepEqual([...documents.score(new Map([[rate, 1]]))], [0, 0, 0]);
		assert.equal(documents.nDocumentsWith(rate), 0);
		assert.equal(documents.nDocumentsWith(price), 2);
	});

	it('scores nothing where there is nothing', () => {
		const none = new FieldedDocuments([field([], {})], terms);
		assert.equal(none.score(new Map([[price, 1]])).length, 0);
		const empty = new FieldedDocuments([field([[], []], { lengthNorm: b })], terms);
		assert.deepEqual([...empty.score(new Map([[price, 1]]))], [0, 0]);
	});
});

describe('what documents share with a query', () => {
	it('covers a share of it, rare terms more', () => {
		const more = [...bodies, [rate]];
		const query = new Map([
			[price, 1],
			[rate, 1],
		]);
		const [ofPrice, ofRate] = [Math.log(1 + (4 - 2 + 0.5) / 2.5), Math.log(1 + (4 - 3 + 0.5) / 3.5)];
		const covered = new FieldedDocuments([field(more, {})], terms).coverage(query);
		assertClose(covered, [ofPrice / (ofPrice + ofRate), 1, ofRate / (ofPrice + ofRate), ofRate / (ofPrice + ofRate)]);
	});
});

/** Each document is a segment, each of its terms an entry of its own. */
function field(
	documents: readonly (readonly number[])[],
	{ weight = 1, lengthNorm = 0 }: Partial<DocumentField>,
	asked = terms,
): DocumentField {
	const slots = documents.map(each => each.map(term => asked.indexOf(term)).filter(slot => slot >= 0));
	const rowStarts = new Uint32Array(documents.length + 1);
	for (const [at, { length }] of slots.entries()) {
		rowStarts[at + 1] = (rowStarts[at] ?? 0) + length;
	}
	const counts = {
		rowStarts,
		slots: Uint32Array.from(slots.flat()),
		counts: new Uint32Array(slots.flat().length).fill(1),
	};
	const lengths = Uint32Array.from(documents, ({ length }) => length);
	const ranges = Documents.ofSegments(Uint32Array.from(documents.keys()));
	return { documents: new DocumentSet(ranges, lengths, counts), weight, lengthNorm };
}

function assertClose(actual: Iterable<number>, expected: readonly number[]): void {
	const numbers = [...actual];
	assert.equal(numbers.length, expected.length);
	for (const [at, number] of numbers.entries()) {
		assert.ok(Math.abs(number - (expected[at] ?? Number.NaN)) < 1e-9, `${number} is not ${expected[at]} at ${at}`);
	}
}
