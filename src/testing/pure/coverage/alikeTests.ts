import { type ExecutedLines, JoinedLines, type TestCoverage } from './testCoverage';
import { groupOf } from './testParts';

/**
 * The number of tests that run once more, each by itself. Tests that ran the wanted code themselves show nothing new,
 * and are often together.
 */
const mostAlike = { ofGroup: 2, inAll: 4 };

interface AlikeTest extends Pick<TestCoverage, 'id' | 'lines'> {
	/** Lines that both it and the failing programs executed. */
	readonly nShared: number;
}

/**
 * Code that runs once in a process (such as a table built at its first use) is executed by a failing program in a
 * process of its own, but by only one of the tests that share a process: it would seem suspicious. So the passing tests
 * that execute most of the same code run once more, each by itself. Code that a test executes there and not among the
 * others is needed by each test.
 */
export class AlikeTests {
	/** The code executed by programs that failed in processes of their own. */
	private readonly failed = new JoinedLines();
	private alike: readonly AlikeTest[] = [];

	/** The tests that executed most of the code that failing programs executed. */
	get tests(): readonly Pick<TestCoverage, 'id' | 'lines'>[] {
		return this.alike;
	}

	/** Tests that fail run before the others, in a process of their own. */
	addFailed(lines: ExecutedLines): void {
		this.failed.add(lines);
	}

	addPassed({ id, lines }: Pick<TestCoverage, 'id' | 'lines'>): void {
		if (this.failed.lines.size > 0) {
			const all = [...this.alike, { id, lines, nShared: countShared(lines, this.failed.lines) }];
			all.sort((a, b) => b.nShared - a.nShared);
			const isMore = (test: AlikeTest, at: number) =>
				all.slice(0, at).filter(each => groupOf(each) === groupOf(test)).length >= mostAlike.ofGroup;
			this.alike = all.filter((each, at) => !isMore(each, at)).slice(0, mostAlike.inAll);
		}
	}
}

function countShared(a: ExecutedLines, b: ExecutedLines): number {
	return [...a].reduce((sum, [path, lines]) => {
		const others = b.get(path);
		return sum + (others === undefined ? 0 : [...lines].filter(line => others.has(line)).length);
	}, 0);
}

/** Lines that are not among the others. */
export function without(lines: ExecutedLines, others: ExecutedLines): ExecutedLines {
	return new Map(
		[...lines].map(([path, all]) => [path, new Set([...all].filter(line => others.get(path)?.has(line) !== true))]),
	);
}
