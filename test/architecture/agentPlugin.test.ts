import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { publicTools } from '../../src/mcp/publicTools';
import { tokensOfCharacters } from '../../src/models/pure/limits/tokenEstimate';
import { commandLineFile } from '../support/product/commandLineFile';
import { readManifest } from '../support/readManifest';
import { repoRoot } from '../support/repoRoot';
import { dialectInText } from './dialect';

interface ChatFile {
	readonly path: string;
}

interface Manifest {
	readonly version: string;
	readonly contributes: { readonly chatSkills: readonly ChatFile[]; readonly chatAgents: readonly ChatFile[] };
}

describe('the plugin for other agents', () => {
	const read = (path: string) => readFileSync(join(repoRoot, path), 'utf8');
	const skill = 'plugin/skills/locate-a-bug/SKILL.md';
	const agent = 'plugin/vscode/faultline.agent.md';

	it('has the version of the package, and starts the server of the package', async () => {
		const { version } = await readManifest<Manifest>();
		assert.equal(JSON.parse(read('plugin/.claude-plugin/plugin.json')).version, version);
		const { mcpServers } = JSON.parse(read('plugin/.mcp.json')) as { mcpServers: { faultline: { args: string[] } } };
		const [program = '', ...words] = mcpServers.faultline.args;
		assert.deepEqual(words, ['mcp', '--few-tools']);
		const inPackage = normalize(program.replace(/\$\{CLAUDE_PLUGIN_ROOT\}/, 'plugin'));
		assert.ok(commandLineFile.endsWith(inPackage), inPackage);
	});

	// https://agentskills.io/specification
	it('has a skill in the common format, which VS Code gets as well', async () => {
		const { contributes } = await readManifest<Manifest>();
		assert.deepEqual(contributes.chatSkills, [{ path: `./${skill}` }]);
		const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(read(skill)) ?? [];
		const fields = Object.fromEntries(head.split('\n').map(line => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? [line]));
		assert.deepEqual(Object.keys(fields), ['name', 'description']);
		assert.equal(fields.name, basename(dirname(skill)));
		assert.ok(fields.description.length <= 1024);
		// A colon and a blank would begin another value in YAML.
		assert.doesNotMatch(fields.description, /: | #/);
		assert.ok(text.startsWith('# '));
		assert.ok(
			existsSync(join(repoRoot, dirname(skill), '../../../src/cli.ts')),
			'the command line is three folders above',
		);
	});

	it('has an agent for VS Code, which costs nothing until it is chosen', async () => {
		const { contributes } = await readManifest<Manifest>();
		assert.deepEqual(
			contributes.chatAgents.map(({ path }) => path),
			[`./${agent}`],
		);
		assert.match(
			read(agent),
			/^---\nname: faultline\ndescription: [^\n:]+\n(?:[\w-]+: [^\n:]+\n)*disable-model-invocation: true\n---\n\n/,
		);
	});

	for (const [path, most] of [
		[skill, 600],
		[agent, 400],
	] as const) {
		it(`has a short text that names tools that exist: ${basename(path)}`, () => {
			const text = read(path);
			assert.ok(tokensOfCharacters(text.length) <= most, `${tokensOfCharacters(text.length)} tokens`);
			const names = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name);
			const known = publicTools.map(({ name }) => name);
			assert.ok(names.includes('locate_bug'));
			assert.deepEqual(
				names.filter(name => !known.includes(name ?? '')),
				[],
			);
			assert.deepEqual(dialectInText(path, text), []);
		});
	}
});
