import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentClient, agentClients, clientConfiguration } from '../../src/mcp/clients/agentClients';
import { serverCommand } from '../../src/mcp/clients/serverCommand';
import { repoRoot } from '../support/repoRoot';

describe('the configuration of a client', () => {
	const folders = ['/work/a "quoted" one', 'C:\\Users\\me\\project', '/work/café'];
	const server = serverCommand('node', '/opt/fault line/cli.js', folders);
	const words = [server.command, ...server.args];

	const extensionOf = (file: string) => file.slice(file.lastIndexOf('.'));
	for (const [id, client] of Object.entries(agentClients)) {
		it(`starts the server, in the format of the file that ${client.name} reads`, () => {
			const read = readers[extensionOf(client.file)];
			assert.ok(read, client.file);
			const entry = read(clientConfiguration(client, server));
			const { command, args } = entry;
			assert.deepEqual([command, args].flat().filter(Boolean), words, id);
		});
	}

	it('is found by the name of the client only', () => {
		assert.equal(agentClient('codex')?.name, 'Codex');
		assert.equal(agentClient('toString'), undefined);
	});

	it('has a row in the documentation for each client, with its file', () => {
		const documentation = readFileSync(join(repoRoot, 'docs/mcp.md'), 'utf8');
		for (const [id, { name, file }] of Object.entries(agentClients)) {
			assert.ok(documentation.includes(`\n| ${name} | \`${id}\` | \`${file}\` | `), id);
		}
	});
});

/** What starts the server. */
interface Entry {
	readonly command: string | readonly string[];
	readonly args?: readonly string[];
}

/** By the endings of files. TOML and YAML are read as far as the configurations use them, and nothing else is taken. */
const readers: Readonly<Record<string, (text: string) => Entry>> = {
	'.json': text => {
		const { $schema: _, ...keys } = JSON.parse(text) as Record<string, { faultline: Entry }>;
		const [servers, ...others] = Object.values(keys);
		assert.deepEqual(others, []);
		assert.ok(servers);
		return servers.faultline;
	},
	'.toml': text => {
		const [head, ...lines] = text.split('\n');
		assert.equal(head, '[mcp_servers.faultline]');
		return valuesOf(lines, /^(\w+) = (.*)$/);
	},
	'.yaml': text => {
		const [above = '', server = ''] = text.split('mcpServers:\n  - name: faultline\n');
		assert.deepEqual(
			above.split('\n').map(line => line.split(':')[0]),
			['name', 'version', 'schema', ''],
		);
		return valuesOf(
			server.split('\n').filter(line => line !== '    type: stdio'),
			/^ {4}(\w+): (.*)$/,
		);
	},
};

function valuesOf(lines: readonly string[], form: RegExp): Entry {
	const pairs = lines.map(line => {
		const [, key = '', value = ''] = form.exec(line) ?? assert.fail(line);
		return [key, JSON.parse(value)];
	});
	return Object.fromEntries(pairs) as Entry;
}
