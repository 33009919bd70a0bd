import { describe, expect, it, vi } from 'vitest'
import { applyMiddleware, bindActionCreators, combineReducers, compose, createStore, isAction, isPlainObject } from '../src/index'
import { miniKindOf, kindOf } from '../src/utils/kindOf'

const counter = (state = 0, action: { type: string; by?: number }) =>
	action.type === 'inc' ? state + (action.by ?? 1) : state

describe('createStore', () => {
	it('has the initial state', () => {
		expect(createStore(counter).getState()).toBe(0)
		expect(createStore(counter, 5).getState()).toBe(5)
	})

	it('dispatches', () => {
		const store = createStore(counter)
		store.dispatch({ type: 'inc', by: 3 })
		expect(store.getState()).toBe(3)
	})

	it('notifies until unsubscribed', () => {
		const store = createStore(counter)
		const [first, second] = [vi.fn(), vi.fn()]
		const unsubscribe = store.subscribe(first)
		store.subscribe(second)
		store.dispatch({ type: 'inc' })
		unsubscribe()
		unsubscribe()
		store.dispatch({ type: 'inc' })
		expect(first).toHaveBeenCalledTimes(1)
		expect(second).toHaveBeenCalledTimes(2)
	})

	it('rejects what is no action', () => {
		const store = createStore(counter)
		expect(() => store.dispatch(undefined as never)).toThrow(/Actions must be plain objects/)
		expect(() => store.dispatch({} as never)).toThrow(/may not have an undefined "type" property/)
		expect(() => store.dispatch({ type: 1 } as never)).toThrow(/"type" property must be a string/)
	})

	it('rejects dispatching within a reducer', () => {
		const store = createStore((_state: unknown, action: { type: string; run?: () => void }) => {
			action.run?.()
			return 1
		})
		expect(() => store.dispatch({ type: 'x', run: () => store.dispatch({ type: 'y' }) })).toThrow(/may not dispatch/)
		expect(() => store.dispatch({ type: 'x', run: () => store.getState() })).toThrow(/while the reducer is executing/)
		store.dispatch({ type: 'z' })
		expect(store.getState()).toBe(1)
	})

	it('takes a listener only as a function', () => {
		expect(() => createStore(counter).subscribe(null as never)).toThrow(/Expected the listener to be a function/)
		expect(() => createStore(null as never)).toThrow(/Expected the root reducer to be a function/)
	})

	it('is observable', () => {
		const store = createStore(counter)
		const seen: number[] = []
		const observable = (store as never as Record<string, () => { subscribe(o: object): { unsubscribe(): void } }>)['@@observable']()
		const subscription = observable.subscribe({ next: (state: number) => seen.push(state) })
		store.dispatch({ type: 'inc' })
		subscription.unsubscribe()
		store.dispatch({ type: 'inc' })
		expect(seen).toEqual([0, 1])
	})
})

describe('combineReducers', () => {
	it('combines', () => {
		const reducer = combineReducers({ a: counter, b: (state = 'x') => state })
		expect(reducer(undefined, { type: 'inc' })).toEqual({ a: 1, b: 'x' })
	})

	it('keeps the state where nothing changes', () => {
		const reducer = combineReducers({ a: counter })
		const state = reducer(undefined, { type: 'x' })
		expect(reducer(state, { type: 'y' })).toBe(state)
	})

	it('rejects undefined', () => {
		const broken = combineReducers({ a: (state: number | undefined, action: { type: string }) => (action.type === 'drop' ? undefined : 1) as number })
		expect(() => broken({ a: 1 }, { type: 'drop' })).toThrow(/the slice reducer for key "a" returned undefined/)
		expect(() => combineReducers({ a: () => undefined } as never)({}, { type: 'x' })).toThrow(/during initialization/)
	})

	it('warns of unknown keys', () => {
		const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
		combineReducers({ a: counter })({ a: 1, z: 2 } as never, { type: 'x' })
		expect(warn.mock.calls[0]?.[0]).toMatch(/Unexpected key "z" found/)
		warn.mockRestore()
	})
})

describe('helpers', () => {
	it('composes', () => {
		const [add, twice] = [(x: number) => x + 1, (x: number) => x * 2]
		expect(compose(add, twice)(5)).toBe(11)
		expect(compose()(5 as never)).toBe(5)
	})

	it('applies middleware', () => {
		const seen: string[] = []
		const store = createStore(counter, applyMiddleware(() => next => action => {
			seen.push((action as { type: string }).type)
			return next(action)
		}))
		store.dispatch({ type: 'inc' })
		expect([seen, store.getState()]).toEqual([['inc'], 1])
	})

	it('binds action creators', () => {
		const store = createStore(counter)
		bindActionCreators({ inc: () => ({ type: 'inc' }) }, store.dispatch).inc()
		bindActionCreators(() => ({ type: 'inc', by: 2 }), store.dispatch)()
		expect(store.getState()).toBe(3)
		expect(() => bindActionCreators(null as never, store.dispatch)).toThrow(/instead received: 'null'/)
	})

	it('knows kinds', () => {
		expect([isPlainObject({}), isPlainObject(new Map()), isPlainObject(null)]).toEqual([true, false, false])
		expect([isAction({ type: 'x' }), isAction({})]).toEqual([true, false])
		expect([[], null, new Date(), new Error('x'), () => 1, new WeakMap()].map(miniKindOf)).toEqual(['array', 'null', 'date', 'error', 'function', 'WeakMap'])
		expect(kindOf(Promise.resolve())).toBe('Promise')
	})
})
