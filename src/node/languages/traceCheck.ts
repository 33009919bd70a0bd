/** Validates a parsed `traces.json`. The problem is one sentence that names the field; undefined if there is none. */
export function traceProblem(data: unknown): string | undefined {
	if (!isRecord(data)) {
		return 'it is not a JSON object';
	}
	const { runners = {}, ...own } = data;
	if (!isRecord(runners)) {
		return '"runners" must be an object';
	}
	const problems = Object.entries(runners).map(([name, runner]) => {
		const problem = !isRecord(runner) || runner.signs === undefined ? 'needs "signs"' : outputProblem(runner);
		return problem && `"runners"."${name}": ${problem}`;
	});
	return outputProblem(own) ?? problems.find(problem => problem !== undefined);
}

type Fields = Readonly<Record<string, unknown>>;

function outputProblem({ frames = [], ...lists }: Fields): string | undefined {
	if (!Array.isArray(frames) || !frames.every(isFrame)) {
		return '"frames" must be a list of objects with "name", "order" and regular expressions';
	}
	const wrong = Object.entries(lists).find(([, list]) => !Array.isArray(list) || !list.every(isPattern));
	return wrong && `"${wrong[0]}" must be a list of regular expressions`;
}

function isFrame(frame: unknown): boolean {
	return (
		isRecord(frame) &&
		typeof frame.name === 'string' &&
		['outermostFirst', 'innermostFirst'].includes(String(frame.order)) &&
		isPattern(frame.frame) &&
		[frame.above, frame.below].every(each => each === undefined || isPattern(each))
	);
}

function isPattern(text: unknown): boolean {
	try {
		return typeof text === 'string' && new RegExp(text) instanceof RegExp;
	} catch {
		return false;
	}
}

function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
