// Keeps a shopping cart in a store.
import {
	applyMiddleware,
	bindActionCreators,
	combineReducers,
	compose,
	isAction,
	isPlainObject,
	legacy_createStore as createStore,
	type Middleware,
	type Reducer,
} from '../src/index'

interface Line {
	readonly name: string
	readonly count: number
}

type CartAction = { type: 'add'; name: string } | { type: 'remove'; name: string } | { type: 'color'; color: string }

const lines: Reducer<Line[], CartAction> = (state = [], action) => {
	switch (action.type) {
		case 'add': {
			const found = state.find(line => line.name === action.name)
			return found
				? state.map(line => (line === found ? { ...line, count: line.count + 1 } : line))
				: [...state, { name: action.name, count: 1 }]
		}
		case 'remove':
			return state.filter(line => line.name !== action.name)
		default:
			return state
	}
}

const color: Reducer<string, CartAction> = (state = 'red', action) => (action.type === 'color' ? action.color : state)

const log: string[] = []
const logging: Middleware = api => next => action => {
	const before = api.getState().lines.length
	const result = next(action)
	log.push(`${(action as CartAction).type.toUpperCase()} ${before}->${api.getState().lines.length}`)
	return result
}
const doubling: Middleware = api => next => action => {
	const added = action as CartAction
	if (added.type === 'add' && added.name.endsWith('x2')) {
		const name = added.name.slice(0, -2)
		api.dispatch({ type: 'add', name })
		return next({ type: 'add', name })
	}
	return next(action)
}

const reducer = combineReducers({ lines, color })
const store = createStore(reducer, applyMiddleware(doubling, logging))
const seen: number[] = []
const unsubscribe = store.subscribe(() => seen.push(store.getState().lines.length))
const { add, remove } = bindActionCreators(
	{
		add: (name: string) => ({ type: 'add', name }) as const,
		remove: (name: string) => ({ type: 'remove', name }) as const,
	},
	store.dispatch,
)
console.log(add('pen').name.length, add('cupx2').name, store.getState().lines[1].count)
remove('pen')
unsubscribe()
store.dispatch({ type: 'color', color: 'blue' })
console.log(log.join(), seen.length, store.getState().color[0])
if (store.getState().lines[0].count !== 2 || seen.length !== 4) {
	throw new Error(`${seen.length} changes were seen, and there are ${store.getState().lines[0].count} cups`)
}
store.replaceReducer(combineReducers({ lines }) as never)
console.log(Object.keys(store.getState()).join().length, compose((x: number) => x + 1, (x: number) => x * 2)(5).toFixed(1))
console.log(isPlainObject({}) && !isPlainObject(new Date()), isAction({ type: 'x' }) && !isAction({ type: 1 }))
if (isPlainObject([]) || isAction(null)) {
	throw new TypeError('not everything is an action')
}
