import assert from 'node:assert/strict';
import { isAway } from '../../src/editor/runControls/registerRun';

describe('a notification at the end of a run', () => {
	const longMs = 60_000;

	it('is shown where the window is not focused, or the view is hidden and the run worked for long', () => {
		assert.equal(isAway({ focused: false, viewVisible: true }, 0), true);
		assert.equal(isAway({ focused: true, viewVisible: false }, longMs), true);
	});

	it('is not shown to users who look at the view, nor soon after they hid it', () => {
		assert.equal(isAway({ focused: true, viewVisible: true }, longMs), false);
		assert.equal(isAway({ focused: true, viewVisible: false }, 1000), false);
	});
});
