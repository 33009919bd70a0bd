import assert from 'node:assert/strict';
import { options, type VNode } from 'preact';
import { jsx } from 'preact/jsx-runtime';
import { showCleanText } from '../../src/webview/shownNodes';

/** The text on the page itself is tested in test/e2e/selfRunningFile. */
describe('the text of the trajectory view', () => {
	const hostile = '\u001b]0;t\u0007a\u202eb';
	const shown = ']0;ta\\u{202E}b';
	const { vnode } = options;

	beforeEach(() => showCleanText());
	afterEach(() => Object.assign(options, { vnode }));

	it('is cleaned when it is drawn', () => {
		const text = { type: null, props: hostile };
		options.vnode?.(text as unknown as VNode);
		assert.equal(text.props, shown);
	});

	it('is cleaned in attributes that are shown, and in no other', () => {
		const { props } = jsx('p', { title: hostile, 'aria-label': hostile, id: hostile });
		assert.deepEqual(props, { title: shown, 'aria-label': shown, id: hostile });
		assert.equal(jsx('textarea', { value: hostile }).props.value, hostile);
	});
});
