import assert from 'node:assert/strict';
import { Lander, triple } from './landOn';

const lander = new Lander();

const line = '        return self.weigh(self.parcels) + self.crate_weight';
const texts = {
	'depot/base.py': 'class Carrier:\n    def load(self):\n        raise NotImplementedError\n',
	'depot/truck.py': `from depot.base import Carrier\n\n\nclass Truck(Carrier):\n    def load(self):\n${line}\n`,
	'depot/tests/test_truck.py': `class TruckTest:\n    def load(self):\n${line}\n`,
	'notes.md': `${line}\n`,
};
const changed = 'return self.weigh(self.parcels)';

describe('an edit whose lines do not stand in the file it names', () => {
	it('is made in the only file without tests where they do, and says so', async () => {
		for (const file of ['depot/base.py', 'depot/lorry.py', 'your/project/base.py']) {
			const { status, edits, changes } = await lander.land(texts, triple(file, line.trim(), changed));
			assert.equal(status, 'landed', file);
			assert.deepEqual(
				edits.map(({ match, startLine }) => [match, startLine]),
				[['moved', 6]],
			);
			assert.match(edits[0]?.why ?? '', new RegExp(`not stand in \`${file}\` but in \`depot/truck\\.py\``));
			assert.deepEqual(changes, [
				{
					path: 'depot/truck.py',
					before: texts['depot/truck.py'],
					after: texts['depot/truck.py'].replace(line.trim(), changed),
				},
			]);
		}
	});

	it('is refused where they stand in several, and is told in which', async () => {
		const twice = { ...texts, 'depot/van.py': texts['depot/truck.py'] };
		const { reason, why } = await lander.refused(twice, triple('depot/base.py', line, changed));
		assert.equal(reason, 'notFound');
		assert.match(why, /Its lines stand in `depot\/truck\.py`, `depot\/van\.py`\./);
	});

	it('is refused where they stand twice in that file', async () => {
		const twice = { ...texts, 'depot/truck.py': `${texts['depot/truck.py']}\n    def reload(self):\n${line}\n` };
		assert.equal((await lander.refused(twice, triple('depot/base.py', line, changed))).reason, 'notFound');
	});

	it('is refused where no line is long enough to tell', async () => {
		const short = { 'a.py': 'x = 1\n', 'b.py': 'limit = 5\n' };
		const { reason, why } = await lander.refused(short, triple('a.py', 'limit = 5', 'limit = 6'));
		assert.equal(reason, 'notFound');
		assert.doesNotMatch(why, /b\.py/);
	});

	it('is refused where the answer names that file elsewhere, and so did not mistake it', async () => {
		const answer =
			triple('depot/base.py', line, changed) +
			triple('depot/truck.py', 'from depot.base import Carrier', 'from .base import Carrier');
		const { reason, why } = await lander.refused(texts, answer);
		assert.equal(reason, 'notFound');
		assert.match(why, /Its lines stand in `depot\/truck\.py`\./);
	});

	it('is refused where it shows a whole definition, which may be meant for the file that it names', async () => {
		const load = `    def load(self):\n${line}`;
		assert.equal((await lander.refused(texts, triple('depot/base.py', load, `${load}\n`))).reason, 'notFound');
		const { changes } = await lander.land(texts, triple('depot/lorry.py', load, load.replace(line.trim(), changed)));
		assert.deepEqual(
			changes.map(({ path }) => path),
			['depot/truck.py'],
		);
	});

	it('is refused where it brings in what only the file it names defines', async () => {
		const both = { ...texts, 'depot/base.py': `${texts['depot/base.py']}\nclass Scale:\n    pass\n` };
		const answer = triple('depot/base.py', line, '        return Scale(self.parcels).weight');
		assert.equal((await lander.refused(both, answer)).reason, 'notFound');
	});

	it('is no longer looked for once the landing is cancelled', async () => {
		const stop = new AbortController();
		const landing = lander.land(texts, triple('depot/base.py', line, changed), { signal: stop.signal });
		stop.abort();
		await assert.rejects(landing, { name: 'AbortError' });
	});
});
