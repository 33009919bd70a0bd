import assert from 'node:assert/strict';
import fc from 'fast-check';
import { flattenTree, pathTo, type Toggles } from '../../src/webview/tree/flattenTree';
import type { TreeItem } from '../../src/webview/tree/treeItem';
import { type TreeAction, treeKeyAction } from '../../src/webview/tree/treeKeys';
import { type TypedAhead, typeAhead } from '../../src/webview/tree/typeAhead';
import { rowsText } from './rowsText';

function item(label: string, startsOpen: boolean, children: readonly TreeItem<null>[] = []): TreeItem<null> {
	return { id: label, label, content: null, startsOpen, children };
}

const tree = [
	item('apple', true, [item('blossom', false), item('bud', false, [item('leaf', false)])]),
	item('banana', false, [item('peel', false)]),
	item('cherry', false),
];

const rows = (toggles: Toggles = {}) => flattenTree(tree, toggles);

describe('flattenTree', () => {
	it('draws open items with their children', () => {
		assert.deepEqual(rowsText(rows()), ['- apple', '  . blossom', '  + bud', '+ banana', '. cherry']);
	});

	it('lets the user open and close', () => {
		assert.deepEqual(rowsText(rows({ apple: false, banana: true })), ['+ apple', '- banana', '  . peel', '. cherry']);
	});

	it('counts positions as ARIA does, from 1 among siblings', () => {
		const counted = rows().map(({ id, level, posInSet, setSize }) => [id, level, posInSet, setSize]);
		assert.deepEqual(counted, [
			['apple', 1, 1, 3],
			['blossom', 2, 1, 2],
			['bud', 2, 2, 2],
			['banana', 1, 2, 3],
			['cherry', 1, 3, 3],
		]);
	});
});

describe('pathTo', () => {
	it('lists the items that must be open to see an item', () => {
		assert.deepEqual(pathTo(tree, 'leaf'), ['apple', 'bud']);
		assert.deepEqual(pathTo(tree, 'cherry'), []);
		assert.equal(pathTo(tree, 'nowhere'), undefined);
	});
});

describe('treeKeyAction', () => {
	const focus = (id: string): TreeAction => ({ do: 'focus', id });
	const cases: readonly [focused: string, key: string, expected: TreeAction | undefined][] = [
		['apple', 'ArrowDown', focus('blossom')],
		['cherry', 'ArrowDown', undefined],
		['blossom', 'ArrowUp', focus('apple')],
		['apple', 'ArrowUp', undefined],
		['blossom', 'Home', focus('apple')],
		['apple', 'End', focus('cherry')],
		['apple', 'PageDown', focus('cherry')],
		['cherry', 'PageUp', focus('apple')],
		['bud', 'ArrowRight', { do: 'toggle', ids: ['bud'], open: true }],
		['apple', 'ArrowRight', focus('blossom')],
		['cherry', 'ArrowRight', undefined],
		['apple', 'ArrowLeft', { do: 'toggle', ids: ['apple'], open: false }],
		['blossom', 'ArrowLeft', focus('apple')],
		['bud', 'ArrowLeft', focus('apple')],
		['banana', 'ArrowLeft', undefined],
		['cherry', '*', { do: 'toggle', ids: ['banana'], open: true }],
		['bud', 'Enter', { do: 'activate', id: 'bud' }],
		['bud', ' ', { do: 'activate', id: 'bud' }],
		['bud', 'F2', undefined],
		['gone', 'ArrowDown', focus('apple')],
	];
	for (const [focused, key, expected] of cases) {
		it(`${key === ' ' ? 'Space' : key} on ${focused}: ${expected === undefined ? 'nothing' : JSON.stringify(expected)}`, () => {
			assert.deepEqual(treeKeyAction(rows(), focused, key), expected);
		});
	}

	it('never leaves the tree, whatever is pressed', () => {
		const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp', '*'];
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...keys)), pressed => {
				let focused = 'apple';
				let toggles: Toggles = {};
				for (const key of pressed) {
					const action = treeKeyAction(rows(toggles), focused, key);
					if (action?.do === 'focus') {
						focused = action.id;
					} else if (action?.do === 'toggle') {
						toggles = { ...toggles, ...Object.fromEntries(action.ids.map(id => [id, action.open])) };
					}
					assert.ok(rows(toggles).some(({ id }) => id === focused));
				}
			}),
		);
	});
});

describe('typeAhead', () => {
	const none: TypedAhead = { text: '', atMs: 0 };

	function type(text: string, stepMs: number, from = 'apple'): string {
		let focused = from;
		let typed = none;
		for (const [at, character] of [...text].entries()) {
			const next = typeAhead(rows(), focused, typed, { text: character, atMs: 1000 + at * stepMs });
			typed = next.typed;
			focused = next.focus ?? focused;
		}
		return focused;
	}

	it('moves to the next row that starts with the letter, and wraps around', () => {
		assert.equal(type('c', 0), 'cherry');
		assert.equal(type('a', 0, 'cherry'), 'apple');
	});

	it('treats quick letters as one word', () => {
		assert.equal(type('ban', 100), 'banana');
		assert.equal(type('bu', 100), 'bud');
	});

	it('treats a letter after a pause as a new word', () => {
		assert.equal(type('bc', 600), 'cherry');
	});

	it('moves on when a letter is repeated', () => {
		assert.equal(type('bb', 100), 'bud');
		assert.equal(type('bbb', 100), 'banana');
	});

	it('stays where nothing matches, and ignores case', () => {
		assert.equal(type('x', 0, 'bud'), 'bud');
		assert.equal(type('C', 0), 'cherry');
	});
});
