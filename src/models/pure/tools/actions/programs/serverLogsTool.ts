import type { Tool } from '../../tool';
import { benchOf, outputAnswer, refused } from '../benchAnswer';
import description from './serverLogsTool.md';

/** Shows the background program's output. */
export const serverLogsTool: Tool = {
	name: 'server_logs',
	aliases: ['get_logs', 'logs'],
	description,
	parameters: [],
	changes: true,
	async run(_args, context) {
		const logs = benchOf(context).serverLogs();
		return logs === undefined ? refused('No server is running: start_server starts one.') : outputAnswer(logs);
	},
};
