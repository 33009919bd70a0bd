import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Move, nextMove, pendingBranches, type TreeTurn } from '../../../../src/engine/agent/branching/scheduler';
import {
	type BranchKind,
	type DarsKind,
	darsRules,
	type TreeRules,
} from '../../../../src/engine/agent/branching/treeRules';

/** Lets a tree grow: what each turn is depends on where it is taken. Returns each move in one line, and the turns. */
function grow(
	kindOf: (path: string) => BranchKind | undefined,
	rules: TreeRules = darsRules,
	turnOf: (id: string) => Partial<TreeTurn> = () => ({}),
): { readonly moves: readonly string[]; readonly turns: readonly TreeTurn[] } {
	const turns: TreeTurn[] = [];
	const paths = new Map<string, string>([['', '']]);
	const moves: string[] = [];
	for (let move = nextMove(turns, rules); ; move = nextMove(turns, rules)) {
		moves.push(moveText(move, turns, rules));
		if (move.kind === 'done') {
			return { moves, turns };
		}
		if (move.kind === 'leave') {
			turns.splice(0, turns.length, ...turns.map(turn => (turn.id === move.at ? { ...turn, isLast: true } : turn)));
			continue;
		}
		const { at } = move;
		const id = `${turns.length + 1}`;
		const path = `${paths.get(at ?? '')}${move.kind === 'branch' ? 'B' : 'a'}`;
		paths.set(id, path);
		const kind = kindOf(path);
		turns.push({
			...{ id, isLast: kind === 'submit' },
			...(at !== undefined && { parent: at }),
			...(kind !== undefined && { kind }),
			...(move.kind === 'branch' && { replaces: move.replaces }),
			...turnOf(id),
		});
	}
}

function moveText(move: Move, turns: readonly TreeTurn[], rules: TreeRules): string {
	const queue = pendingBranches(turns, rules).map(({ replaces, depth }) => `${replaces}@${depth}`);
	const what =
		move.kind === 'done' ? move.why : `${move.at ?? 'start'}${move.kind === 'branch' ? ` for ${move.replaces}` : ''}`;
	return `${move.kind} ${what} [${queue.join(' ')}]`;
}

/** Kinds by path: `a` follows, `B` is the alternative. */
function kinds(table: Readonly<Record<string, BranchKind>>): (path: string) => BranchKind | undefined {
	return path => table[path];
}

describe('the scheduler of the tree', () => {
	it('follows a path to its submission, then begins the shallowest branch, one for each kind of action on a path', () => {
		const { moves } = grow(
			kinds({
				...{ aa: 'create', aaa: 'create', aaaa: 'edit', aaaaa: 'submit', aaaaB: 'submit', aaaB: 'submit' },
				...{ aB: 'create', aBa: 'edit', aBaa: 'submit', aBaB: 'submit', aBB: 'submit' },
			}),
		);
		assert.deepEqual(moves, [
			'continue start []',
			'continue 1 []',
			'continue 2 [2@2]',
			'continue 3 [2@2]',
			'continue 4 [2@2 4@4]',
			'branch 1 for 2 [2@2 4@4 5@5]',
			'continue 6 [4@4 5@5]',
			'continue 7 [7@3 4@4 5@5]',
			'branch 6 for 7 [7@3 4@4 8@4 5@5]',
			'branch 3 for 4 [4@4 8@4 5@5]',
			'branch 7 for 8 [8@4 5@5]',
			'branch 4 for 5 [5@5]',
			'done exhausted []',
		]);
	});

	it('follows nothing below a turn that is pruned, but may replace the turn itself', () => {
		const table = kinds({ aa: 'create', aaa: 'append', aaaa: 'edit', aaaaa: 'submit' });
		const pruned = (id: string) => (each: string) => (each === id ? ({ isPruned: true } as const) : {});
		const from = (moves: readonly string[]) => moves.slice(moves.findIndex(move => /^(branch|done)/.test(move)));
		assert.deepEqual(
			from(grow(table).moves)
				.map(move => move.replace(/ \[.*/, ''))
				.slice(0, 2),
			['branch 1 for 2', 'continue 6'],
		);
		// The path goes no deeper, and of the queue only what does not lie below is left.
		const { moves } = grow(table, darsRules, pruned('3'));
		assert.deepEqual(moves.slice(0, 5), [
			'continue start []',
			'continue 1 []',
			'continue 2 [2@2]',
			'branch 1 for 2 [2@2 3@3]',
			'continue 4 [3@3]',
		]);
		const { turns } = grow(table);
		const of = (id: string) => turns.map(turn => (turn.id === id ? { ...turn, isPruned: true as const } : turn));
		const queue = (id: string) => pendingBranches(of(id).slice(0, 5), darsRules).map(({ replaces }) => replaces);
		assert.deepEqual([queue('1'), queue('2'), queue('3'), queue('5')], [[], ['2'], ['2', '3'], ['2', '3', '4', '5']]);
		const proven = of('5')
			.slice(0, 5)
			.map(turn => (turn.id === '5' ? { ...turn, isProven: true } : turn));
		assert.equal(nextMove(proven, darsRules).kind, 'branch');
	});

	it('allows below an alternative what every replaced kind allows, and a kind as often on it as before the replaced action', () => {
		const table: Readonly<Record<DarsKind, readonly string[]>> = {
			create: ['append', 'edit', 'submit'],
			append: ['append', 'submit'],
			edit: ['submit'],
			submit: [],
			error: [],
		};
		for (const [replaced, allowed] of Object.entries(table)) {
			const order = ['create', 'append', 'edit', 'submit'] as const;
			const below = order.map(
				(kind, at): TreeTurn => ({
					...{ id: `${at + 3}`, parent: `${at + 2}`, kind, isLast: kind === 'submit' },
				}),
			);
			const turns: TreeTurn[] = [
				{ id: '1', kind: replaced as BranchKind, isLast: true },
				{ id: '2', kind: replaced as BranchKind, replaces: '1', isLast: false },
				...below,
			];
			const rules = {
				...darsRules,
				limits: { ...darsRules.limits, error: 1 },
				after: { ...darsRules.after, error: [] },
			};
			const found = pendingBranches(turns, rules).map(({ replaces }) => turns.find(({ id }) => id === replaces)?.kind);
			assert.deepEqual(new Set(found), new Set(allowed), replaced);
		}
	});

	it('allows after two replaced actions only what both allow', () => {
		const turns: TreeTurn[] = [
			{ id: '1', kind: 'create', isLast: true },
			{ id: '2', kind: 'create', replaces: '1', isLast: false },
			{ id: '3', parent: '2', kind: 'append', isLast: true },
			{ id: '4', parent: '2', kind: 'edit', replaces: '3', isLast: false },
			{ id: '5', parent: '4', kind: 'edit', isLast: false },
			{ id: '6', parent: '5', kind: 'append', isLast: false },
			{ id: '7', parent: '6', kind: 'submit', isLast: true },
		];
		assert.deepEqual(
			pendingBranches(turns, darsRules).map(({ replaces }) => replaces),
			['6', '7'],
		);
	});

	it('ends a branch at its depth, and the run at its number of turns, with the open branch left first', () => {
		const deep = grow(kinds({ a: 'edit', B: 'edit' }), { ...darsRules, maxDepth: 3 });
		assert.deepEqual(deep.moves.slice(3), [
			'leave 3 [1@1]',
			'branch start for 1 [1@1]',
			'continue 4 []',
			'continue 5 []',
			'leave 6 []',
			'done exhausted []',
		]);
		const long = grow(kinds({ a: 'edit' }), { ...darsRules, maxTurns: 5, maxDepth: 3 });
		assert.deepEqual(long.moves.slice(-3), ['continue 4 []', 'leave 5 []', 'done maxTurns []']);
	});

	it('ends with a proven patch, unless it is to go through the whole tree', () => {
		const kindOf = kinds({ a: 'edit', aa: 'submit' });
		const isProven = (id: string) => (id === '2' ? { isProven: true } : {});
		assert.deepEqual(grow(kindOf, darsRules, isProven).moves.slice(2), ['done proven [1@1 2@2]']);
		const all = grow(kindOf, { ...darsRules, stopsWhenProven: false, maxDepth: 2 }, isProven);
		assert.deepEqual(all.moves.slice(2), [
			'branch start for 1 [1@1 2@2]',
			'continue 3 [2@2]',
			'leave 4 [2@2]',
			'branch 1 for 2 [2@2]',
			'leave 5 []',
			'done exhausted []',
		]);
	});

	it('branches at failed actions only where that is set, and more than once where that is', () => {
		const turns: TreeTurn[] = [
			{ id: '1', kind: 'error', isLast: false },
			{ id: '2', parent: '1', kind: 'edit', isLast: true },
			{ id: '3', parent: '1', kind: 'edit', replaces: '2', isLast: true },
		];
		const limits = { ...darsRules.limits, error: 1 };
		assert.deepEqual(pendingBranches(turns, darsRules), []);
		assert.deepEqual(pendingBranches(turns, { ...darsRules, limits, nAlternatives: 2 }), [
			{ replaces: '1', depth: 1 },
			{ at: '1', replaces: '2', depth: 2 },
		]);
	});

	it('takes the better rated branch first among equally deep ones, where that is set', () => {
		const turns: TreeTurn[] = [
			{ id: '1', kind: 'create', isLast: false },
			{ id: '2', parent: '1', kind: 'edit', isLast: true },
			{ id: '3', kind: 'create', replaces: '1', score: 8, isLast: false },
			{ id: '4', parent: '3', kind: 'edit', isLast: true },
		];
		const first = (ordersByScore: boolean) => nextMove(turns, { ...darsRules, ordersByScore });
		assert.deepEqual(first(false), { kind: 'branch', at: '1', replaces: '2' });
		assert.deepEqual(first(true), { kind: 'branch', at: '3', replaces: '4' });
	});

	it('continues first after a remark of the user, which is no turn, and from which the depth is counted', () => {
		const turns: TreeTurn[] = [
			{ id: '1', isLast: false },
			{ id: '2', parent: '1', kind: 'submit', isLast: true },
			{ id: '3', parent: '1', isRemark: true, isLast: false },
		];
		assert.deepEqual(nextMove(turns, { ...darsRules, maxTurns: 3 }), { kind: 'continue', at: '3' });
		const shallow = { ...darsRules, maxDepth: 1 };
		assert.deepEqual(nextMove(turns, shallow), { kind: 'continue', at: '3' });
		const after: TreeTurn[] = [...turns, { id: '4', parent: '3', isLast: false }];
		assert.deepEqual(nextMove(after, shallow), { kind: 'leave', at: '4' });
	});

	it('looks only at what follows the remark that the tree grows below: proven patches, turns and pending branches', () => {
		const turns: TreeTurn[] = [
			{ id: '1', kind: 'create', isLast: false },
			{ id: '2', parent: '1', kind: 'edit', isLast: false },
			{ id: '3', parent: '2', kind: 'submit', isLast: true, isProven: true },
			{ id: '4', parent: '1', isRemark: true, isLast: false },
		];
		const rules = { ...darsRules, maxTurns: 2 };
		assert.deepEqual(nextMove(turns, rules), { kind: 'done', why: 'proven' });
		assert.deepEqual(nextMove(turns, rules, '4'), { kind: 'continue', at: '4' });
		const first: TreeTurn[] = [...turns, { id: '5', parent: '4', kind: 'edit', isLast: true }];
		assert.deepEqual(nextMove(first, rules, '4'), { kind: 'branch', at: '4', replaces: '5' });
		assert.deepEqual(pendingBranches(first, rules, '4'), [{ at: '4', replaces: '5', depth: 1 }]);
		const used: TreeTurn[] = [...first, { id: '6', parent: '4', replaces: '5', isLast: true }];
		assert.deepEqual(nextMove(used, rules, '4'), { kind: 'done', why: 'maxTurns' });
		const proven: TreeTurn[] = [...first, { id: '6', parent: '4', replaces: '5', isLast: true, isProven: true }];
		assert.deepEqual(nextMove(proven, rules, '4'), { kind: 'done', why: 'proven' });
	});

	it("visits the nodes of DARS's published sample in its order (left out unless DARS_SAMPLE names the .root file)", function () {
		const path = process.env.DARS_SAMPLE;
		if (path === undefined) {
			this.skip();
		}
		const { root } = JSON.parse(readFileSync(path, 'utf8'));
		const start = root.children[0].children[0];
		const recorded = new Map<string, { children: DarsNode[] }>([['start', start]]);
		const turns: TreeTurn[] = [];
		const visited: number[] = [];
		for (let move = nextMove(turns, darsRules); move.kind !== 'done'; move = nextMove(turns, darsRules)) {
			const { at = 'start' } = move;
			if (move.kind === 'leave') {
				turns.splice(0, turns.length, ...turns.map(turn => (turn.id === at ? { ...turn, isLast: true } : turn)));
				continue;
			}
			const action = recorded.get(at)?.children[move.kind === 'branch' ? 1 : 0];
			const [after] = action?.children ?? [];
			assert.ok(action !== undefined && after !== undefined, `nothing is recorded for ${JSON.stringify(move)}`);
			recorded.set(`${after.node_id}`, after);
			visited.push(after.node_id);
			const [word = ''] = action.action.trim().split(/\s/);
			const kind = (['create', 'append', 'edit', 'submit'] as const).find(each => each === word);
			turns.push({
				...{ id: `${after.node_id}`, isLast: after.is_terminal },
				...(at !== 'start' && { parent: at }),
				...(kind !== undefined && { kind }),
				...(move.kind === 'branch' && { replaces: move.replaces }),
			});
		}
		assert.deepEqual(
			visited,
			Array.from({ length: 116 }, (_, at) => at + 1),
		);
	});
});

interface DarsNode {
	readonly node_id: number;
	readonly action: string;
	readonly is_terminal: boolean;
	readonly children: DarsNode[];
}
