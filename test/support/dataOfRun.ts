import type { Run } from '../../src/runs/pure/fold/run';
import type { RunNode } from '../../src/runs/pure/fold/runNode';
import { callSignature } from '../../src/webview/rows/callItems';

/** What a run has from its user, its project, its programs and its models: it is shown in no language but its own. */
export function dataOfRun(run: Run): string[] {
	const { issue, brief, title, engine, strategy, server, imported, selected, pause, testRuns } = run;
	const { asked: _asked, ...understood } = brief ?? {};
	return [
		...stringsIn([issue, understood, imported, pause?.text, pause?.content]),
		...[title, engine, strategy, server ?? '', ...testRuns.map(({ command }) => command)],
		...Object.values(run.nodes).flatMap(dataOfNode),
		...(imported === undefined ? [] : Object.values(run.nodes).flatMap(({ compared }) => compared?.reasons ?? [])),
		...selected.locations.flatMap(({ evidence, ...location }) => [
			...stringsIn(location),
			...evidence.flatMap(({ codeLine }) => codeLine?.file ?? []),
		]),
	];
}

function dataOfNode(node: RunNode): string[] {
	const { kind, phase, title, summary, exit, expansion } = node;
	const { requests, calls, patches, reproducers, evaluations, compared, reviews } = node;
	const isAction = kind === 'round' && phase === 'patch' && calls.length > 0 && exit === undefined;
	const isFromModel = requests.length > 0 || phase !== undefined;
	return [
		...(kind === 'feedback' || isAction ? [title, summary ?? ''] : []),
		...Object.keys(expansion?.left ?? {}),
		...calls.flatMap(call => {
			const { tool, args, answer } = call;
			return [callSignature(call), tool, ...stringsIn([args, answer?.places])];
		}),
		...(isFromModel ? node.reasoning : []),
		...requests.flatMap(({ answer }) => [answer?.text ?? '', ...stringsIn(parsed(answer?.text))]),
		...node.validationRuns.flatMap(({ tests }) => [
			...stringsIn([tests?.failing, tests?.fixed, tests?.flaky, tests?.leftOut]),
			...(tests?.broken.map(({ id }) => id) ?? []),
		]),
		...stringsIn([patches, reproducers, evaluations, compared?.candidates, reviews]),
		...[...node.reproducerRuns, ...node.validationRuns, ...node.crashChecks].flatMap(({ execution }) =>
			stringsIn(execution),
		),
	];
}

function parsed(text = ''): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** All strings in a value, with the names of its fields where these are data. */
function stringsIn(value: unknown): string[] {
	return typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(stringsIn)
			: [];
}
