import assert from 'node:assert/strict';
import { belonging } from '../../../../src/localizer/pure/features/belonging';
import { confidence } from '../../../../src/runs/pure/model/confidence';
import { issue, shop, traceIssue } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from '../embedded/locateRun';

/** What the first location for an issue in the shop is called; '' if none is named. */
async function statedFor(title: string, body: string): Promise<string> {
	const { run } = await locateRun(await memoryWorkspace(shop), issue(title, body));
	const [first] = run.selected.locations;
	return first === undefined ? '' : confidence(first, run.selected);
}

const notLikely = /^(?:|less likely|a guess|possible)$/;

describe('whether an issue is about the workspace', () => {
	const weights = { intercept: 0, weights: { 'names: unknown': -1 } };

	it('is the more likely the more signals speak for it', () => {
		const untold = { nFrames: 0, nFramesHere: 0 };
		assert.equal(belonging({}, weights, untold), 0.5);
		assert.ok(belonging({ 'names: unknown': 2 }, weights, untold) < 0.2);
	});

	it('is settled by a trace of which a quarter is here', () => {
		assert.equal(belonging({ 'names: unknown': 9 }, weights, { nFrames: 8, nFramesHere: 2 }), 1);
		assert.ok(belonging({ 'names: unknown': 9 }, weights, { nFrames: 20, nFramesHere: 1 }) < 0.2);
	});

	it('is unlikely if no frame of several is here, whatever else speaks for it', () => {
		const sure = { intercept: 20, weights: {} };
		assert.equal(belonging({}, sure, { nFrames: 3, nFramesHere: 0 }), 0.2);
		assert.ok(belonging({}, sure, { nFrames: 1, nFramesHere: 0 }) > 0.99);
	});

	it('lowers what is stated of issues of other projects', async () => {
		assert.match(
			await statedFor(
				'Mesh loader drops vertex normals',
				'`GltfImporter.read_normals()` returns no normals for `KHR_draco` meshes when `tangent_space` is set. See `importer/gltf.cpp`.',
			),
			notLikely,
		);
	});

	it('lowers what is stated of texts about no bug', async () => {
		assert.match(await statedFor('Thank you!', 'Great work, I use the price list every day. Keep it up.'), notLikely);
		assert.match(await statedFor('[Bug]: ', '### What happened?\n\n_No response_\n\n### Version\n\n1.2.3'), notLikely);
	});

	it('leaves what is stated of an issue whose trace is here', async () => {
		const { run } = await locateRun(await memoryWorkspace(shop), traceIssue);
		const [first = assert.fail()] = run.selected.locations;
		assert.match(confidence(first, run.selected), /^(?:very )?likely$/);
	});
});
