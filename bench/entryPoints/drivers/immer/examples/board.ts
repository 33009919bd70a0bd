// Moves cards on a board, step by step, with undo.
import {
	applyPatches,
	castDraft,
	createDraft,
	current,
	enableMapSet,
	enablePatches,
	finishDraft,
	freeze,
	immerable,
	isDraft,
	nothing,
	original,
	type Patch,
	produce,
	produceWithPatches,
	setAutoFreeze,
} from '../src/immer'

enablePatches()
enableMapSet()

class Card {
	[immerable] = true
	tags = new Set<string>()
	constructor(
		public title: string,
		public points: number,
	) {}

	get label(): string {
		return `${this.title.toUpperCase()} ${this.points.toFixed(1)}`
	}
}

interface Board {
	columns: { name: string; cards: Card[] }[]
	owners: Map<string, { cards: string[] }>
	done?: boolean
}

const start: Board = freeze(
	{
		columns: [
			{ name: 'todo', cards: [new Card('write', 2), new Card('test', 1)] },
			{ name: 'done', cards: [] },
		],
		owners: new Map([['ada', { cards: ['write'] }]]),
	},
	true,
)

const undo: Patch[][] = []

function step(board: Board, change: (draft: Board) => void): Board {
	const [next, , inverse] = produceWithPatches(board, draft => {
		change(draft as Board)
	})
	undo.push(inverse)
	return next
}

let board = step(start, draft => {
	const [card] = draft.columns[0].cards.splice(0, 1)
	draft.columns[1].cards.push(card)
	card.tags.add('moved')
	card.points += 0.5
})
board = step(board, draft => {
	draft.owners.set('bob', { cards: [] })
	draft.owners.get('ada')?.cards.push('test')
	draft.owners.forEach((owner, name) => owner.cards.push(name))
	draft.done = true
})
board = step(board, draft => {
	delete draft.done
	draft.columns.unshift(castDraft({ name: 'new', cards: [] }))
	draft.columns[1].cards = draft.columns[1].cards.filter(card => isDraft(card) && original(card)?.points === 1)
	draft.owners.delete('bob')
})
console.log(board.columns[2].cards[0].label, board.columns[2].cards[0].tags.has('moved'), board.columns.length)
console.log([...board.owners.get('ada')!.cards].join('+').length, board.owners.size, start.columns[0].cards.length)
const back = undo.reverse().reduce((state, patches) => applyPatches(state, patches), board)
if (back.columns[0].cards[0].title !== 'write' || back.columns.length !== 2 || back.owners.has('bob') || 'done' in back) {
	throw new Error(`undo ended with ${back.columns.map(column => column.cards.length)}`)
}
const draft = createDraft({ list: [{ n: 1 }], when: 'now' })
draft.list[0].n++
console.log(current(draft).list[0].n + 1)
const finished = finishDraft(draft)
console.log(finished.list[0].n.toFixed(2), Object.isFrozen(finished))
setAutoFreeze(false)
const loose = produce({ a: { b: 1 } }, state => {
	state.a.b = 3
})
console.log(Object.isFrozen(loose), produce({ x: 1 } as { x: number } | undefined, () => nothing as never) === undefined)
const increment = produce((state: { n: number }, by: number) => {
	state.n += by
})
console.log(increment({ n: 1 }, 4).n.toFixed(1), Reflect.ownKeys(finished).length)
if (!Object.isFrozen(board.columns) || board.columns[1] !== produce(board, () => {}).columns[1]) {
	throw new TypeError('unchanged parts are not shared')
}
