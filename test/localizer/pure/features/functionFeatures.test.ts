import assert from 'node:assert/strict';
import { candidateFunctions } from '../../../../src/localizer/pure/features/candidates';
import type { FeatureTable } from '../../../../src/localizer/pure/features/featureTable';
import { fileFeatures, functionScoresOfFiles } from '../../../../src/localizer/pure/features/fileFeatures';
import { functionFeatures } from '../../../../src/localizer/pure/features/functionFeatures';
import { queryClassOf } from '../../../../src/localizer/pure/features/queryClass';
import type { FeatureGround } from '../../../../src/localizer/pure/ranking/featureGround';
import { groundOf } from './featureNames';

const body = `Open file count is wrong after close

The open file count does not shrink. \`Shelf.close\` leaves the handle in the registry, also of an empty \`Shelf\`.`;

const texts = {
	'lib/shelf.py': `class Base:
    def close(self):
        release(self)

class Shelf(Base):
    def __init__(self):
        self.handle = None

    def close(self):
        self.handle = release(self)

    def _peek(self):
        return self.handle

class Drawer(Shelf):
    def close(self):
        pass
`,
	'lib/registry.py':
		'# The handle of each open file\ndef release(owner):\n    return drop(owner)\n\ndef drop(owner):\n    return owner\n',
	'lib/open_file.py': 'def count(registry):\n    return len(registry)\n',
	'lib/fake_parts.py': 'def fake_close():\n    return 0\n',
	'test_shelf.py': 'from lib.shelf import Shelf\n\ndef test_close():\n    Shelf().close()\n    # open file count\n',
};

describe('the features of functions', () => {
	let ground: FeatureGround;
	let features: FeatureTable;
	let valueAt: (id: string, name: string) => number | undefined;
	before(async () => {
		ground = await groundOf(body, texts);
		const positions = Array.from({ length: ground.model.nFunctions }, (_, at) => at);
		features = functionFeatures(ground, positions);
		valueAt = (id, name) => {
			const row = positions.findIndex(at => ground.model.unit(at)?.id.endsWith(id) === true);
			assert.ok(row >= 0, id);
			const value = features.column(name)?.[row];
			return value === undefined || Number.isNaN(value) ? undefined : Math.round(value * 1000) / 1000;
		};
	});

	it('say where a function is in each ranking, and how it compares with the first', () => {
		assert.deepEqual(
			[valueAt(':Shelf.close', 'name: rank'), valueAt(':Shelf.close', 'name: share'), valueAt(':drop', 'name: rank')],
			[0, 1, undefined],
		);
		assert.equal(valueAt(':Shelf.close', 'fusion: rank'), 0);
	});

	it('say how much of a name the issue contains, and how much of the issue a name contains', () => {
		assert.equal(valueAt(':count', 'file name: share in issue'), 0.667);
		assert.equal(valueAt(':count', 'file name: words in sequence'), 1);
		assert.ok((valueAt(':count', 'name: part of title') ?? 0) > 0);
		assert.equal(valueAt(':drop', 'name: part of title'), undefined);
	});

	it('know what the issue writes, with and without its class', () => {
		assert.equal(valueAt(':Shelf.close', 'name: written with its class'), 1);
		assert.equal(valueAt(':Base.close', 'name: written with its class'), undefined);
		assert.ok((valueAt(':Base.close', 'name: written') ?? 0) > 0);
		assert.equal(valueAt(':Shelf.close', 'name: definitions'), Math.round(Math.log2(3) * 1000) / 1000);
	});

	it('know how much of the issue a function contains', () => {
		assert.ok(
			(valueAt(':Shelf.close', 'text: everything covered') ?? 0) > (valueAt(':drop', 'text: everything covered') ?? 0),
		);
		assert.equal(valueAt(':drop', 'text: title covered'), undefined);
	});

	it('know calls between suspects, and calls of what was found', () => {
		assert.ok((valueAt(':release', 'calls: best caller') ?? 0) > 0);
		assert.ok((valueAt(':release', 'calls: found callers') ?? 0) > 0);
		assert.equal(valueAt(':count', 'calls: found callers'), undefined);
	});

	it('know what functions are, whatever the issue says', () => {
		assert.equal(valueAt(':Shelf.__init__', 'is a constructor'), 1);
		assert.equal(valueAt(':Shelf._peek', 'is private'), 1);
		assert.equal(valueAt(':fake_close', 'is for tests'), 1);
		assert.equal(valueAt(':Shelf.close', 'size: lines'), Math.round(Math.log2(3) * 1000) / 1000);
		assert.equal(valueAt(':Shelf.close', 'tests: best with the name'), 1);
	});

	it('have the same columns for some functions as for all, with the same values', () => {
		const some = functionFeatures(ground, [1, 3]);
		assert.deepEqual(some.names, features.names);
		assert.equal(some.column('words: rank')?.[1], features.column('words: rank')?.[3]);
	});

	it('are those of candidates: what was found, and what words suggest', () => {
		const ids = candidateFunctions(ground).map(at => ground.model.unit(at)?.id);
		assert.ok(ids.includes('lib/shelf.py:Shelf.close') && ids.includes('lib/open_file.py:count'));
	});
});

describe('the features of files', () => {
	it('say where a file is in each ranking, and what its functions are', async () => {
		const ground = await groundOf(body, texts);
		const at = ground.model.filePosition('lib/shelf.py');
		const features = fileFeatures(ground, [at]);
		assert.equal(features.column('functions in the first 10')?.[0], Math.log2(1 + 5));
		assert.ok(Number.isFinite(features.column('words in the file: rank')?.[0]));
	});

	it('add up the scores of their functions', () => {
		const columns = functionScoresOfFiles([7, 8, 9], { fileOf: [7, 8, 7], scores: Float64Array.of(0, 0, 0) });
		const likelihood = columns.get('functions: likelihood') ?? [];
		assert.deepEqual(
			Array.from(likelihood, value => Math.round(2 ** value * 1e6) / 1e6),
			[0.666667, 0.333333, Number.NaN],
		);
		assert.deepEqual([...(columns.get('functions: rank of the best') ?? [])], [0, 1, Number.NaN]);
	});
});

describe('the class of an issue', () => {
	it('is that of its strongest evidence', () => {
		assert.equal(queryClassOf([{ kind: 'name' }, { kind: 'trace' }]), 'trace');
		assert.equal(queryClassOf([{ kind: 'use' }]), 'names');
		assert.equal(queryClassOf([]), 'prose');
	});
});
