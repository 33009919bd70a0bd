import type { Tool } from '../../tool';
import { benchOf, refused } from '../benchAnswer';
import description from './stopServerTool.md';

/** Stops the background program. */
export const stopServerTool: Tool = {
	name: 'stop_server',
	aliases: ['stop', 'kill_server'],
	description,
	parameters: [],
	changes: true,
	async run(_args, context) {
		const wasRunning = await benchOf(context).stopServer();
		return wasRunning ? { ok: true, text: 'Stopped the server.', places: [] } : refused('No server is running.');
	},
};
