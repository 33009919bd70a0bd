import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/editor/ids';
import { makeServerLauncher, updateServerLauncher } from '../../src/editor/mcp/serverLauncher';
import { settingNames } from '../../src/editor/settings/settingNames';
import { workspaceRoots } from '../../src/editor/workspacePaths';
import { startMcp } from '../cli/mcp/mcpClient';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';

describe('the MCP server for VS Code', () => {
	const want = (value: boolean | undefined) =>
		vscode.workspace.getConfiguration().update(settingNames.mcpServer, value, vscode.ConfigurationTarget.Global);
	after(() => want(undefined));

	/** Starts all servers that VS Code knows. Returns our tools that it has from them. */
	const served = async () => {
		await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
		return vscode.lm.tools.map(({ name }) => name).filter(name => name.startsWith('mcp_faultline_'));
	};

	it('is not offered unless the user wants it', async () => {
		assert.deepEqual(await served(), []);
	});

	it('serves the tools for the open folder where the user wants it, without what runs programs', async () => {
		await want(true);
		const names = await eventually(async () => {
			const found = await served();
			return found.length > 0 && found;
		});
		assert.ok(
			names.includes('mcp_faultline_locate_bug') &&
				!names.includes('mcp_faultline_outline') &&
				!names.includes('mcp_faultline_suspicious_functions'),
		);
		const { content } = await vscode.lm.invokeTool('mcp_faultline_search_definition', {
			input: { symbol: 'total' },
			toolInvocationToken: undefined,
		});
		assert.match(JSON.stringify(content), /total/);
	});

	it('is gone where the user does not want it any more', async () => {
		await want(undefined);
		await eventually(async () => (await served()).length === 0);
	});

	it('is not turned on by a folder', async () => {
		const { workspaceValue } = vscode.workspace.getConfiguration().inspect(settingNames.mcpServer) ?? {};
		assert.equal(workspaceValue, undefined);
		await assert.rejects(async () =>
			vscode.workspace.getConfiguration().update(settingNames.mcpServer, true, vscode.ConfigurationTarget.Workspace),
		);
	});
});

describe('Copy MCP Configuration', () => {
	const copied = async (client: string) => {
		await vscode.commands.executeCommand(commands.mcpCopyConfiguration, client);
		return JSON.parse(await vscode.env.clipboard.readText()) as Readonly<
			Record<string, { faultline: { command: string; args: string[]; type?: string } }>
		>;
	};

	it('copies what Claude Code reads, with which one starts', async () => {
		const { mcpServers, ...rest } = await copied('claude-code');
		assert.deepEqual(rest, {});
		const { command = '', args = [] } = mcpServers?.faultline ?? {};
		assert.equal(command, 'node');
		// Its place is the same in every version.
		assert.match(args[0] ?? '', /globalStorage.faultline\.faultline.mcp-server\.cjs$/);
		assert.deepEqual(args.slice(1), ['mcp', '--few-tools', '--workspace', workspaceRoots()[0]?.dir]);
		const { client } = await startMcp({ args: [], mode: 'legacy', server: { command: process.execPath, args } });
		try {
			assert.ok((await client.listTools()).tools.some(({ name }) => name === 'locate_bug'));
		} finally {
			await client.close();
		}
	});

	it('starts the new version after an update', async () => {
		const scratch = createScratchFolder('launcher');
		const places = (version: string) => ({
			extensionUri: vscode.Uri.file(join(scratch.path, version)),
			globalStorageUri: vscode.Uri.file(join(scratch.path, 'storage')),
		});
		await updateServerLauncher(places('1.0.0'));
		assert.ok(!existsSync(join(scratch.path, 'storage')), 'nothing is written for who copied nothing');
		const file = await makeServerLauncher(places('1.0.0'));
		await updateServerLauncher(places('2.0.0'));
		const program = join(scratch.path, '2.0.0', 'dist', 'cli.js');
		assert.ok(readFileSync(file, 'utf8').includes(JSON.stringify(program)));
		scratch.remove();
	});

	it('copies what VS Code reads', async () => {
		const { servers, ...rest } = await copied('vscode');
		assert.deepEqual(rest, {});
		assert.equal(servers?.faultline.type, 'stdio');
		assert.equal(servers.faultline.command, 'node');
	});
});
