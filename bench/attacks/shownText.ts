import './editorStandIn';
import { modelMarkdown } from '../../src/editor/display';
import { locationMarkdown } from '../../src/editor/locations/locationHover';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { runMarkdown } from '../../src/sharing/pure/report/runMarkdown';
import { RawClient } from '../../test/cli/mcp/rawClient';
import { exampleRun, exampleSteps } from '../../test/support/exampleRun';
import { faultlineCli } from '../../test/support/faultlineCli';
import { commitAll, git } from '../../test/support/gitRepository';
import { inFolder } from './editorStandIn';
import type { Lab } from './lab';

/** What a terminal obeys, or what changes the order of what is shown. */
const escapes = [
	...['\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', '\u001b]52;c;aGk=\u0007', '\u001b]0;OWNED\u0007'],
	...['\u001b[2J\u001b[H', '\u001b[1A\u001b[2K', '\u001b[?1049h', '\u001bc', '\u001bP1$r\u001b\\', '\u001b_G\u001b\\'],
	...['\u009b2J', '\u009d0;OWNED\u009c', '\u0090x\u009c', '\u008d', '\r', '\u0008\u0008', '\u0007', '\u007f', '\u0085'],
	...['\u202e', '\u2066', '\u200f', '\u061c', '\u202d\u202c', '\u001b[8m', '\u001b]1337;File=:aGk=\u0007', '\u0005'],
	...[
		'\u001b[6n',
		'\u001b[21t',
		'\u001b]7;file:///\u0007',
		'\u001b%G',
		'\u001b(0',
		'\u001b[3;5Hx',
		'\u001b#8',
		'\u000e',
	],
];
/** Markup that runs something or loads something, in what VS Code and others show as Markdown. */
const markup = [
	...['[x](command:workbench.action.terminal.new)', '[x](<command:a?%5B%5D>)', '![x](https://evil.example/a.png)'],
	...[
		'<img src="https://evil.example/a">',
		'[x](javascript:alert(1))',
		'<a href="command:a">x</a>',
		'![x][y]\n\n[y]: https://evil.example',
	],
	...[
		'`](command:a)',
		'\\[x](command:a)',
		'[![x](https://evil.example/a)](command:a)',
		'[x][y]\n\n[y]: command:a',
		'<command:a>',
	],
	...[
		'```\n[x](command:a)\n```',
		'\n\n[x](command:a)',
		'| a |\n|---|\n| [x](command:a) |',
		'> [x](command:a)',
		'\\\\[x](command:a)',
	],
	...[
		'[x]\\(command:a)',
		'<script>x</script>',
		'<iframe src=a>',
		'&#91;x](command:a)',
		'$(trash) [x](command:a "t")',
		'- [ ] [x](command:a)',
	],
	...[
		'[a\n](command:a)',
		'````\n```\n[x](command:a)',
		'~~~\n[x](command:a)',
		'<!-- --> [x](command:a)',
		'[x](COMMAND:a)',
	],
];
/** What a text is wrapped in, so that a cleaner that looks at pieces only is misled. */
const wraps: readonly ((text: string) => string)[] = [
	text => text,
	text => `open_door ${text} fails`,
	text => `${text}${text}`,
	text => `\`${text}`,
	text => `a\u200b${text}`,
	text => `${'x'.repeat(400)}${text}`,
];

const control = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;

/** Links, images and escapes in texts that are shown: by the command line, to an MCP client, in a hover. */
export async function shownTextAttack(lab: Lab): Promise<void> {
	const texts = lab
		.tried([...escapes.map(text => ({ kind: 'escape', text })), ...markup.map(text => ({ kind: 'markup', text }))])
		.map(({ kind, text }) => ({ kind, text, wrapped: lab.oneOf(wraps)(text) }));
	for (const [at, { text, wrapped }] of texts.filter(each => each.kind === 'escape').entries()) {
		const fileName = `d${at}${text.replaceAll(/[/\0\n\v\f\r\u0085]/g, '')}.py`;
		lab.write({
			[`ws/${fileName}`]: `def open_door_${at}(x):\n    """${wrapped.replaceAll('"', '')}"""\n    return x  # ${wrapped}\n`,
			[`ws/other${at}.md`]: `open_door_${at} ${wrapped}\n`,
		});
	}
	commitAll(lab.path('ws'));
	const shown = new Map<number, string[]>();
	const cli = async (words: readonly string[], stdin: string) => {
		const { stdout, stderr } = await faultlineCli([...words, '--workspace', lab.path('ws')], {
			...{ stdin, env: { FAULTLINE_STORAGE: lab.path('storage') } },
		});
		return stdout + stderr;
	};
	const all = texts.map(({ wrapped }) => wrapped).join('\n');
	git(
		lab.path('ws'),
		'commit',
		'--quiet',
		'--allow-empty',
		'--cleanup=verbatim',
		'-m',
		`open_door ${all.replaceAll('\0', '')}`,
	);
	const common = [
		await cli(['search', 'search_code', 'open_door'], ''),
		await cli(['search', 'list_files'], ''),
		await cli(['search', '--strategy', 'researcher', 'search_commits', 'open_door'], ''),
		await cli(['index', '--verbose'], ''),
		await cli(['locate', '--issue', '-', '--json'], all),
	];
	for (const [at, { kind, wrapped, text }] of texts.entries()) {
		if (kind === 'escape') {
			const issue = `# open_door_${at} fails ${wrapped}\n\nopen_door_${at} ${wrapped} should return x.`;
			shown.set(at, [
				await cli(['locate', '--issue', '-'], issue),
				at % 2 === 0
					? await cli(
							['apply', '--response', '-'],
							`<file>no${wrapped}.py</file>\n<original>\na\n</original>\n<patched>\nb\n</patched>\n`,
						)
					: await cli(['runs', 'show', `x${wrapped}`.replaceAll('\0', '')], ''),
				...common,
			]);
			const outputs = shown.get(at) ?? [];
			lab.variant(`${JSON.stringify(wrapped).slice(0, 80)} on a terminal, ${at}`, {
				ran: outputs.some(output => output.includes(`open_door_${at}`)),
				succeeded: outputs.some(output => control.test(output)),
			});
		}
		const run = hostileRun(wrapped);
		const [hover, model] = await inFolder(lab.path('ws'), async () => {
			const [location] = run.selected.locations;
			if (location === undefined) {
				throw new Error('the run has a location');
			}
			const lines = { startLine: 1, endLine: 2 };
			const tracked = { location, number: 1, lines, focus: [lines], dismissed: false };
			return [locationMarkdown(tracked, run), modelMarkdown(wrapped)] as const;
		});
		const documents = [hover.value, runMarkdown(run)];
		lab.variant(`${JSON.stringify(wrapped).slice(0, 80)} in Markdown, ${at}`, {
			ran: documents.every(document => document.length > wrapped.length / 2) && text !== '',
			succeeded:
				documents.some(isActive) ||
				control.test(hover.value) ||
				(model.isTrusted as unknown) !== false ||
				model.supportHtml === true ||
				/(?<!\\)!\[/.test(model.value),
		});
	}
	await agents(
		lab,
		texts.map(({ wrapped }) => wrapped),
	);
	lab.control(
		'an escape that is printed as it is',
		escapes.every(text => control.test(text)),
	);
	lab.control('markup that is shown as it is', markup.filter(text => isActive(text)).length > 15);
}

/** Answers to agents are text, in which lines of code have numbers: no answer is a link or a picture, or of another type. */
async function agents(lab: Lab, texts: readonly string[]): Promise<void> {
	const client = new RawClient(['--workspace', lab.path('ws'), '--storage', lab.path('mcp')]);
	await client.begin();
	for (const [at, text] of texts.entries()) {
		const { result } = await client.answerTo(client.call('search_code', { query: `open_door_${at} ${text}` }));
		const { content = [] } = (result ?? {}) as { content?: { type: string; text?: string }[] };
		const isOther = content.some(({ type }) => !['text', 'resource_link'].includes(type));
		lab.variant(`${JSON.stringify(text).slice(0, 80)} to an agent, ${at}`, {
			ran: content.length > 0,
			succeeded: isOther,
		});
	}
	await client.close();
}

/** A run whose every text of an issue or a model is this one. */
function hostileRun(text: string) {
	const names = [
		'title',
		'summary',
		'text',
		'intendedBehavior',
		'body',
		'message',
		'engine',
		'fromIssue',
		'cause',
		'method',
	];
	const steps = JSON.parse(JSON.stringify(exampleSteps, (key, value) => (names.includes(key) ? text : value))) as [
		string,
		RunEventBody,
	][];
	return exampleRun(steps);
}

/** Whether Markdown has a link of someone else, a picture or an element, outside of code. Faultline's own links are commands. */
function isActive(markdown: string): boolean {
	const plain = markdown
		.replaceAll(/^(`{3,})[^\n`]*\n[\s\S]*?\n\1$/gm, '')
		.replaceAll(/\\[\s\S]/g, '')
		.replaceAll(/(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '')
		.replaceAll(/\[[^[\]]*\]\(command:faultline\.[\w.]+\?[\w%.-]*\)/g, '')
		.replaceAll(/\[[^[\]]*\]\(file:\/\/[^()\s]*\)/g, '');
	return /\]\s*[(:[]|!\[|<[a-z!/]/i.test(plain);
}
