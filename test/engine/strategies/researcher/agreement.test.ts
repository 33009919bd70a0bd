import assert from 'node:assert/strict';
import { agreementOf } from '../../../../src/engine/strategies/researcher/agreement';
import type { LeafResult } from '../../../../src/runs/pure/fold/run';
import { type BugLocation, emptyRanking } from '../../../../src/runs/pure/model/location';

function place(id: string, startLine: number, endLine: number, cause = ''): BugLocation {
	return { id, file: 'a.x', startLine, endLine, intendedBehavior: '', cause, score: 1, evidence: [] };
}

function search(leaf: string, ...locations: readonly BugLocation[]): LeafResult {
	return { leaf, locations, ranking: emptyRanking, isProvisional: false };
}

const next = place('next', 10, 20);
const isolation = place('isolation', 30, 90);
const inner = place('isolation.prompt', 40, 50);

describe('searches that agree', () => {
	it('are led by the one that names most of what the others name, not by the one that names least', () => {
		const agreement = agreementOf([
			search('one', next),
			search('two', next, isolation),
			search('three', next),
			search('four', next, isolation),
		]);
		assert.equal(agreement?.leaf, 'two');
		assert.deepEqual(
			agreement?.locations.map(({ location, nVotes }) => [location.id, nVotes]),
			[
				['next', 4],
				['isolation', 2],
			],
		);
	});

	it('vote for a place by naming one in it', () => {
		const agreement = agreementOf([search('one', next), search('two', isolation), search('three', inner)]);
		assert.equal(agreement?.leaf, 'two');
		assert.deepEqual(
			agreement?.locations.map(({ nVotes }) => nVotes),
			[2],
		);
	});

	it('are led by the longer account of the cause, if that decides nothing', () => {
		const account = place('next', 10, 20, 'It reads the stream twice.');
		assert.equal(agreementOf([search('one', next), search('two', account)])?.leaf, 'two');
		assert.equal(agreementOf([search('one'), search('two')]), undefined);
	});
});
