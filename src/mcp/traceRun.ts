import { textArgument } from '../models/pure/tools/toolArguments';
import { withoutSecrets } from '../outgoing/pure/secrets/withoutSecrets';
import { UserError } from '../system/pure/errors/userError';
import type { PublicTool } from './publicTool';
import { placeData } from './searchingTools';
import description from './traceRun.md';

/** They come before the call path. */
const mostSuspects = 5;

/** What a failing test did. */
export const traceRun: PublicTool = {
	name: 'trace_run',
	aliases: ['trace', 'trace_test'],
	title: 'Trace a Failing Test',
	description,
	parameters: [
		{ name: 'test', type: 'string', aliases: ['id', 'test_id', 'tests'] },
		{ name: 'function', type: 'string', default: '', aliases: ['name', 'symbol', 'method'] },
	],
	executes: true,
	async run(args, { open, execution, signal, hidden }) {
		if (execution === undefined) {
			throw new UserError('Programs of the project may not be run: the user must allow it first.');
		}
		const wanted = textArgument(args, 'function').trim() || undefined;
		const test = textArgument(args, 'test').trim();
		const [{ traceTest }, { traceText }] = await Promise.all([
			import('../testing/pure/callTrace/traceTests'),
			import('../testing/pure/callTrace/traceText'),
		]);
		const { report, textOf } = await traceTest(test, await open(), execution, { wanted, signal });
		const files = await hidden();
		const shownText = (file: string, line: number) => (files.hides(file) === undefined ? textOf(file, line) : '');
		const isShown = ({ file }: { readonly file: string }) => files.hides(file) === undefined;
		const suspects = report.suspects.filter(isShown);
		const path = report.path.map(({ file, line, name, raised }) => ({
			file,
			startLine: line,
			endLine: raised?.line ?? line,
			method: name,
		}));
		const suspected = suspects
			.filter(({ score }) => score > 0)
			.slice(0, mostSuspects)
			.map(({ file, line, name }) => ({ file, startLine: line, endLine: line, method: name }));
		const places = [...suspected, ...path.filter(isShown)];
		return {
			ok: true,
			// Values come from the running program, which may have read some.
			text: withoutSecrets(traceText({ ...report, suspects }, shownText, wanted)).text,
			places,
			data: { locations: places.map(placeData) },
		};
	},
};
