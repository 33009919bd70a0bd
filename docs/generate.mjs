/**
 * Makes the references in docs/reference/ from package.json, the help of the command line, the schema of run files and the
 * data of the sandbox:
 *
 *     npm run docs
 *
 * A test compares the files with the output of this script.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest } from '../l10n/manifest.mjs';

const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const made = 'Made by `npm run docs`; change its sources instead.';

/** The text of each reference by its path in the repository. */
export function makeReferences() {
	const { contributes, capabilities } = readManifest();
	return {
		'docs/reference/commands.md': commands(contributes),
		'docs/reference/settings.md': settings(contributes.configuration.properties, capabilities),
		'docs/reference/tools.md': tools(contributes.languageModelTools),
		'docs/reference/command-line.md': commandLine(),
		'docs/reference/formats.md': formats(JSON.parse(read('src/sharing/pure/exports/runFile.schema.json'))),
		'docs/reference/sandbox.md': sandbox(),
	};
}

function commands({ commands: all, keybindings, menus }) {
	const rows = all.map(({ command, title, category }) => {
		const keys = keybindings.filter(binding => binding.command === command).map(keyOf);
		const hidden = menus.commandPalette.some(item => item.command === command && item.when === 'false');
		const places = Object.keys(menus).filter(
			menu => menu !== 'commandPalette' && menus[menu].some(item => item.command === command),
		);
		const where = [...(hidden ? [] : ['palette']), ...places.map(place => `\`${place}\``)].join(', ');
		const name = category === undefined ? title : `${category}: ${title}`;
		return [name, `\`${command}\``, [...new Set(keys)].join('; '), where];
	});
	const intro = 'Places: the command palette, and the menus of VS Code by their names in its API.';
	return page('Commands', intro, table(['command', 'id', 'keys', 'places'], rows));
}

function keyOf({ key, mac }) {
	return mac === undefined || mac === key ? `\`${key}\`` : `\`${key}\` (Mac: \`${mac}\`)`;
}

function settings(properties, { untrustedWorkspaces }) {
	const restricted = new Set(untrustedWorkspaces.restrictedConfigurations);
	const rows = Object.entries(properties).map(([name, setting]) => [
		`\`${name}\``,
		setting.default === '' ? '' : `\`${JSON.stringify(setting.default)}\``,
		setting.scope === 'machine' ? 'user' : restricted.has(name) ? 'trusted folder' : 'folder',
		`${setting.tags?.includes('advanced') ? '*Advanced.* ' : ''}${settingText(setting)}`,
	]);
	const intro =
		'Who may set it: *user*, no folder can; *trusted folder*, only a folder that you trust; *folder*, any folder. The settings editor lists *advanced* ones if you search for them, as by `@tag:advanced`.';
	return page('Settings', intro, table(['setting', 'default', 'who may set it', 'description'], rows));
}

function settingText({ description, markdownDescription, deprecationMessage, enum: values, enumDescriptions }) {
	const text = description ?? markdownDescription ?? `Deprecated. ${deprecationMessage}`;
	const named = (values ?? []).map((value, i) => `\`${value}\`: ${enumDescriptions?.[i] ?? ''}`);
	// The settings editor links to settings by `#faultline.x#`, and to commands.
	const plain = text.replaceAll(/`#([\w.]+)#`/g, '`$1`').replaceAll(/\[([^\]]*)\]\(command:[^)]*\)/g, '**$1**');
	return [plain, ...named].join('<br>');
}

function tools(declared) {
	const sections = declared.map(tool => {
		const { properties = {}, required = [] } = tool.inputSchema;
		const rows = Object.entries(properties).map(([name, { type, description, default: usual }]) => [
			`\`${name}\``,
			[].concat(type).join(' or '),
			required.includes(name) ? 'yes' : '',
			usual === undefined ? '' : `\`${JSON.stringify(usual)}\``,
			description ?? '',
		]);
		const runs = tool.when.includes('isWorkspaceTrusted') ? 'Runs programs.' : 'Runs no program.';
		return [
			`## ${tool.name.replace(/^faultline_/, '')}`,
			`In a chat: \`#${tool.toolReferenceName}\`. ${runs}`,
			tool.modelDescription.trim(),
			table(['argument', 'type', 'required', 'default', 'description'], rows),
		].join('\n\n');
	});
	const intro =
		'Three kinds of clients use the same tools: clients of the [MCP server](../mcp.md), agents in [VS Code](../chat.md), with the prefix `faultline_`, and the agents of a [run with a model](../model.md), which have most of them.';
	const fix = [
		'## fix_bug',
		'The MCP server only, instead of `suspicious_functions`, with `--execute --fix --model openai:NAME`. Runs programs.',
		withoutComment(read('src/mcp/fixBug.md')),
	].join('\n\n');
	return page('Tools', intro, ...sections, fix);
}

function commandLine() {
	const folder = 'src/cli/commands';
	const helps = readdirSync(join(repoRoot, folder))
		.filter(name => name.endsWith('Help.md'))
		.sort();
	const sections = helps.map(name => `## ${name.slice(0, -'Help.md'.length)}\n\n${fence(read(`${folder}/${name}`))}`);
	return page('Command line', fence(read('src/cli/help.md')), ...sections);
}

function formats({ title, definitions }) {
	const { properties, required } = definitions.RunFile;
	const rows = Object.entries(properties).map(([name, { type, const: value, description }]) => [
		`\`${name}\``,
		value === undefined ? [].concat(type ?? 'object').join(' or ') : `\`${JSON.stringify(value)}\``,
		required.includes(name) ? 'yes' : '',
		description ?? '',
	]);
	return page(
		'Formats',
		'See also the formats of [shared runs](../sharing.md), and of predictions, which [`merge`](command-line.md#merge) writes.',
		`## ${title}`,
		'Its [schema](../../src/sharing/pure/exports/runFile.schema.json) describes all events.',
		table(['key', 'type', 'required', 'description'], rows),
	);
}

function sandbox() {
	const data = name => JSON.parse(read(`src/${name}.json`));
	const { system, networkNames, memory, processes, privateTops } = data('sandbox/node/confinement/sandbox');
	const { names, prefixes } = data('system/node/processes/environment');
	const { groups } = data('sandbox/node/confinement/seccomp/refusedCalls');
	const code = list => list.map(each => `\`${each}\``).join(', ');
	const places = (all, access) => Object.entries(all).map(([path, text]) => [`\`${path}\``, access, text]);
	const disk = [
		...places(system, 'read'),
		...places(networkNames, 'read, if the network is allowed'),
		[
			'`/proc`',
			'its own processes',
			`without the memory of the first one, which belongs to the sandbox; of the kernel's files only ${code(processes.files)}, and \`/proc/sys\`, to read`,
		],
		['`/dev`', 'devices', '`null`, `zero`, `full`, `random`, `urandom`, `tty`, and its own terminals'],
		...places(memory, 'in memory, 1 GB each'),
		['the home folder', 'in memory, 1 GB', 'empty'],
		['development tools', 'read', 'the folders of `PATH` and of [`tools.json`](../../syntaxes/README.md#tools)'],
		['caches of compilers', 'write', 'kept with the scratch copy'],
		[
			'packages of the project',
			'read',
			'folders in the workspace, and folders outside that its manifests name and that have no hidden files',
		],
		['the objects of its repository', 'read', 'for git'],
		['the scratch copy', 'write', ''],
	];
	const calls = groups.map(({ calls: named, error, why }) => [code(Object.keys(named)), error, why]);
	const hidden = `For root, files and folders in ${code(privateTops)} that others may not read are there without their content.`;
	return page(
		'What a program sees in the sandbox',
		'On Linux, with bubblewrap. Everything else is absent: there is no other file, process, network, socket or descriptor. A test lists everything that a program really sees, as root and as another user, and compares it with the same data.',
		'## Files',
		table(['path', 'access', 'description'], disk),
		hidden,
		'## Rights',
		'A program has no rights of root (no capability), and gets none from programs with the setuid bit. It has only the standard descriptors. It has its own namespaces for processes, mounts, users, host name, shared memory and, unless the network is allowed, the network: only loopback, without abstract sockets of other programs.',
		'## Environment',
		`Variables named ${code(names)} or ${code(prefixes.map(each => `${each}*`))}, variables of interpreters in \`tools.json\`, variables that you name, and variables that a runner sets. \`FAULTLINE_EXECUTION\` marks the started programs.`,
		'## Refused system calls',
		'On x64 and arm64, by a [filter](../../src/sandbox/node/confinement/seccomp/assemble.mjs) for seccomp.',
		table(['call', 'error', 'why'], calls),
	);
}

function page(title, ...parts) {
	return `${[`# ${title}`, made, ...parts].join('\n\n')}\n`;
}

function table(head, rows) {
	const line = cells => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function cell(text) {
	return text.trim().replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>');
}

function fence(text) {
	return `\`\`\`text\n${withoutComment(text)}\n\`\`\``;
}

function withoutComment(text) {
	return text.replace(/^<!--[\s\S]*?-->\n*/, '').trimEnd();
}

function read(path) {
	return readFileSync(join(repoRoot, path), 'utf8').replaceAll('\r\n', '\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	mkdirSync(join(repoRoot, 'docs', 'reference'), { recursive: true });
	for (const [path, text] of Object.entries(makeReferences())) {
		writeFileSync(join(repoRoot, path), text);
	}
}
