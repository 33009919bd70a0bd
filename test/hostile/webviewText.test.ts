import assert from 'node:assert/strict';
import { h, options } from 'preact';
import { jsx } from 'preact/jsx-runtime';
import { showCleanText } from '../../src/webview/shownNodes';

describe('the text of the trajectory view', () => {
	const hostile = '\u001b]0;t\u0007a\u202eb';
	const shown = ']0;ta\\u{202E}b';
	const { vnode } = options;

	beforeEach(() => showCleanText());
	afterEach(() => Object.assign(options, { vnode }));

	it('is cleaned wherever an element is created', () => {
		const bold = jsx('b', { children: hostile });
		const { props } = h('p', { title: hostile, id: hostile }, hostile, bold, [[hostile, 1]]);
		const { title, id, children } = props as unknown as Record<string, unknown>;
		assert.deepEqual([title, id, children], [shown, hostile, [shown, bold, [[shown, 1]]]]);
		assert.equal((bold.props as { children?: unknown }).children, shown);
	});

	it('stays as it is in a text box', () => {
		assert.equal(jsx('textarea', { value: hostile }).props.value, hostile);
	});
});
