import { describe, expect, test } from 'vitest'
import { applyPatches, current, enableMapSet, enablePatches, freeze, Immer, isDraft, isDraftable, original, produce, produceWithPatches } from '../src/immer'
import { each, get, has, is, isMap, isPlainObject, latest, shallowCopy } from '../src/utils/common'

enablePatches()
enableMapSet()

describe('produce', () => {
	const base = freeze({ a: { b: [1, 2, 3], c: 'x' }, d: { e: 1 } }, true)

	test('changes a copy', () => {
		const next = produce(base, draft => void draft.a.b.push(4))
		expect(next.a.b).toEqual([1, 2, 3, 4])
		expect(base.a.b).toEqual([1, 2, 3])
	})

	test('shares what is unchanged', () => {
		const next = produce(base, draft => void (draft.a.c = 'y'))
		expect(next.d).toBe(base.d)
		expect(next.a.b).toBe(base.a.b)
	})

	test('returns the base where nothing changes', () => {
		expect(produce(base, draft => void (draft.a.c = 'x'))).toBe(base)
	})

	test('arrays', () => {
		expect(produce([3, 1, 2], draft => void draft.sort())).toEqual([1, 2, 3])
		expect(produce([1, 2, 3], draft => void draft.splice(1, 1))).toEqual([1, 3])
		expect(produce([1, 2, 3], draft => void (draft.length = 1))).toEqual([1])
	})

	test('deletes', () => {
		expect(produce({ a: 1, b: 2 } as { a?: number; b: number }, draft => void delete draft.a)).toEqual({ b: 2 })
	})

	test('returned value', () => {
		expect(produce({ a: 1 }, () => ({ a: 2 }))).toEqual({ a: 2 })
		expect(() => produce({ a: 1 }, draft => { draft.a = 2; return { a: 3 } })).toThrow(/returned a new value \*and\* modified its draft/)
	})

	test('freezes', () => {
		const next = produce(base, draft => void (draft.d.e = 2))
		expect(() => { (next.d as { e: number }).e = 3 }).toThrow(TypeError)
		expect(new Immer({ autoFreeze: false }).produce({ a: 1 }, d => void d.a++)).not.toBe(undefined)
	})

	test('drafts', () => {
		produce(base, draft => {
			expect(isDraft(draft.a)).toBe(true)
			draft.a.b[0] = 9
			expect(original(draft.a.b)).toEqual([1, 2, 3])
			expect(current(draft).a.b).toEqual([9, 2, 3])
		})
	})

	test('revoked drafts', () => {
		let escaped: { a: unknown } | undefined
		produce(base, draft => { escaped = draft })
		expect(() => escaped?.a).toThrow(/revoked/)
	})
})

describe('maps and sets', () => {
	test('map', () => {
		const base = new Map([['a', { n: 1 }], ['b', { n: 2 }]])
		const next = produce(base, draft => {
			draft.get('a')!.n = 5
			draft.delete('b')
			draft.set('c', { n: 3 })
		})
		expect([...next.entries()]).toEqual([['a', { n: 5 }], ['c', { n: 3 }]])
		expect(base.size).toBe(2)
	})

	test('set', () => {
		const next = produce(new Set(['a', 'b']), draft => {
			draft.add('c')
			draft.delete('a')
			expect(draft.has('c')).toBe(true)
			expect(draft.size).toBe(2)
		})
		expect([...next]).toEqual(['b', 'c'])
	})

	test('clear', () => {
		expect(produce(new Map([[1, 2]]), draft => draft.clear()).size).toBe(0)
		expect(produce(new Set([1]), draft => draft.clear()).size).toBe(0)
	})
})

describe('patches', () => {
	test('objects', () => {
		const [next, patches, inverse] = produceWithPatches({ a: { b: 1 }, c: 2 } as { a: { b: number }; c?: number }, draft => {
			draft.a.b = 3
			delete draft.c
		})
		expect(patches).toEqual([{ op: 'replace', path: ['a', 'b'], value: 3 }, { op: 'remove', path: ['c'] }])
		expect(applyPatches(next, inverse)).toEqual({ a: { b: 1 }, c: 2 })
	})

	test('arrays', () => {
		const [next, patches, inverse] = produceWithPatches([1, 2, 3], draft => { draft.push(4); draft[0] = 0 })
		expect(patches).toEqual([{ op: 'replace', path: [0], value: 0 }, { op: 'add', path: [3], value: 4 }])
		expect(applyPatches(next, inverse)).toEqual([1, 2, 3])
	})

	test('sets', () => {
		const [next, , inverse] = produceWithPatches(new Set([1, 2]), draft => { draft.delete(1); draft.add(3) })
		expect([...applyPatches(next, inverse)].sort()).toEqual([1, 2])
	})

	test('unsafe paths', () => {
		expect(() => applyPatches({}, [{ op: 'add', path: ['__proto__', 'x'], value: 1 }])).toThrow()
	})
})

describe('common', () => {
	test('kinds', () => {
		expect([isDraftable({}), isDraftable(new Date()), isDraftable([])]).toEqual([true, false, true])
		expect([isPlainObject(Object.create(null)), isPlainObject(new (class {})())]).toEqual([true, false])
		expect([is(NaN, NaN), is(0, -0), isMap(new Map())]).toEqual([true, false, true])
	})

	test('access', () => {
		expect(has(new Map([['a', 1]]), 'a')).toBe(true)
		expect(get(new Map([['a', 1]]) as never, 'a')).toBe(1)
		const seen: unknown[] = []
		each({ x: 1, y: 2 }, key => seen.push(key))
		expect(seen).toEqual(['x', 'y'])
		expect(shallowCopy({ a: 1 }, true)).toEqual({ a: 1 })
		expect(latest).toBeTypeOf('function')
	})
})
