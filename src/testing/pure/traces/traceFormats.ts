import type { LanguageData } from '../../../code/pure/languages/languageData';
import type { FrameData, OutputData, RunnerData } from '../../../code/pure/languages/traceData';

/** How one kind of trace writes a frame: `FrameData` with its expressions compiled. */
export interface FrameFormat extends Omit<FrameData, 'frame' | 'above' | 'below'> {
	readonly frame: RegExp;
	readonly above?: RegExp;
	readonly below?: RegExp;
}

/** Lists of `OutputData` that classify a line. */
type LineList =
	| 'internal'
	| 'packages'
	| 'nested'
	| 'errorHeads'
	| 'headers'
	| 'causes'
	| 'follows'
	| 'replaces'
	| 'noise'
	| 'values';

/** The formats in which a text reports errors: the formats of all languages, and of the runners whose signs it has. */
export class TraceFormats {
	readonly frames: readonly FrameFormat[];
	private readonly lists = new Map<string, readonly RegExp[]>();

	private constructor(
		private readonly outputs: readonly OutputData[],
		readonly hasRunner: boolean,
	) {
		const frames = outputs.flatMap(output => output.frames ?? []).map(compiled);
		// A format that needs two lines is less often mistaken for another one.
		this.frames = [
			...frames.filter(({ above }) => above !== undefined),
			...frames.filter(({ above }) => above === undefined),
		];
	}

	static of(
		languages: readonly Pick<LanguageData, 'traces'>[],
		lines: readonly { readonly text: string }[],
	): TraceFormats {
		const known = languages.flatMap(({ traces }) => traces ?? []);
		const runners = known.flatMap(({ runners = {} }) => Object.values(runners)).filter(runner => isIn(lines, runner));
		return new TraceFormats([...known, ...runners], runners.length > 0);
	}

	/** Whether a line is of a kind. */
	is(kind: LineList, text: string): boolean {
		return this.list(kind).some(expression => expression.test(text));
	}

	/** The error that a line states; undefined for another line. */
	errorIn(text: string): string | undefined {
		for (const expression of this.list('errors')) {
			const groups = expression.exec(text)?.groups;
			if (groups !== undefined) {
				return groups.error ?? groups.message;
			}
		}
		return undefined;
	}

	/** The name of a function that an error reports as called but missing. */
	missingIn(error: string): string | undefined {
		const names = this.list('missing').map(expression => expression.exec(error)?.groups?.name);
		return names.find(name => name !== undefined);
	}

	/** Whether only a program prints such a line. */
	isOutput(text: string): boolean {
		return (
			(['internal', 'errorHeads', 'headers', 'causes', 'follows', 'replaces', 'noise', 'values'] as const).some(kind =>
				this.is(kind, text),
			) || this.frames.some(({ frame, above }) => above === undefined && frame.test(text))
		);
	}

	/** The function that a header names. */
	functionIn(header: string): string | undefined {
		const named = this.list('headers').map(expression => expression.exec(header)?.groups?.function);
		return named.find(name => name !== undefined);
	}

	/** A path from the folder of installed packages on; undefined for a path that has none. */
	packagePath(path: string): string | undefined {
		const ends = this.list('packages').flatMap(expression => {
			const match = expression.exec(path);
			return match === null ? [] : match.index + match[0].length;
		});
		return ends.length === 0 ? undefined : path.slice(Math.max(...ends));
	}

	/** The name of the test that a line reports as failed: `suite.test`, or as the runner writes it. */
	failedTestIn(text: string): string | undefined {
		for (const expression of this.list('failedTests')) {
			const { test, suite } = expression.exec(text)?.groups ?? {};
			if (test !== undefined) {
				return suite === undefined || suite.endsWith(`.${test}`) ? (suite ?? test) : `${suite}.${test}`;
			}
		}
		return undefined;
	}

	private list(kind: LineList | 'errors' | 'missing' | 'failedTests'): readonly RegExp[] {
		const known =
			this.lists.get(kind) ?? this.outputs.flatMap(output => output[kind] ?? []).map(text => new RegExp(text));
		this.lists.set(kind, known);
		return known;
	}
}

function compiled({ frame, above, below, ...data }: FrameData): FrameFormat {
	return {
		...data,
		frame: new RegExp(frame),
		...(above !== undefined && { above: new RegExp(above) }),
		...(below !== undefined && { below: new RegExp(below) }),
	};
}

function isIn(lines: readonly { readonly text: string }[], { signs }: RunnerData): boolean {
	const expressions = signs.map(sign => new RegExp(sign));
	return lines.some(({ text }) => expressions.some(expression => expression.test(text)));
}
