import assert from 'node:assert/strict';
import type { Workspace } from '../../src/history/pure/workspace';
import { unattended } from '../../src/models/pure/limits/supervisor';
import type { Issue } from '../../src/runs/pure/model/issue';
import { runMarkdown } from '../../src/sharing/pure/report/runMarkdown';
import { resumeModel, runModel } from '../engine/stages/locate/agent/modelRun';
import { alphanumeric, drawnText } from '../outgoing/pure/gate/drawnText';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { type Scripted, ScriptedModel } from '../support/scriptedModel';

/** A name that the user removes from the issue, a secret that the gate removes, and a line of a hidden file. */
const removedName = 'acme_merger_price';
const secret = drawnText(40, alphanumeric);
const hiddenLine = 'the basket of the board is empty';

const issue: Issue = {
	title: `The ${removedName} of a basket fails`,
	body: `Expected: \`${removedName}\` should be zero for an empty basket.\nCF_API_TOKEN="${secret}"\nIt uses first_price.`,
	source: { kind: 'text' },
};

const texts = {
	'shop/basket.py': `
class Basket:
    def first_price(self):
        ${removedName} = self.prices[0]
        return connect('${secret}', ${removedName})
`,
	'shop/board.py': `# ${hiddenLine}\ndef board_basket():\n    return []\n`,
	'.aiignore': 'shop/board.py\n',
};

const rounds: readonly Scripted[] = [
	[
		['search_method', { method_name: 'first_price' }],
		['search_code', { query: 'basket' }],
		['search_code_in_file', { code_str: 'board', file_name: 'shop/board.py' }],
	],
	[['report_bug_locations', { bug_locations: [{ file: 'shop/basket.py', method: 'first_price' }] }]],
];

describe('what leaves the machine in a run', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(texts);
	});

	async function play(options: { readonly edited?: string; readonly seeds: boolean }) {
		const model = new ScriptedModel('tools', rounds);
		const supervisor = { ...unattended, reviewIssue: async () => options.edited };
		const played = await runModel(workspace, issue, { model, supervisor, seeds: options.seeds });
		model.assertAllAsked();
		assert.equal(played.run.state, 'done', played.run.message);
		return { ...played, model };
	}

	it('has no secret of the issue, also where code repeats it without a name and seeds quote both', async () => {
		const { model, events } = await play({ seeds: true });
		assert.match(sentTexts(model), /CF_API_TOKEN="\[removed: token\]"/);
		assert.match(sentTexts(model), /connect\('\[removed: token\]'/);
		assertWithout(sentTexts(model), secret);
		assertWithout(sentTexts(model).toLowerCase(), secret.toLowerCase().slice(0, 10));
		const shown = events.find(event => event.type === 'paused' && event.reason === 'review');
		assertWithout(JSON.stringify(shown), secret);
	});

	it('has nothing that the user removed from the issue, in the issue, the seeds and the locations', async () => {
		const edited = 'A basket fails\n\nIt uses first_price.';
		const { model, run } = await play({ edited, seeds: true });
		const first = model.requests[0]?.messages.map(({ text }) => text).join('\n') ?? '';
		assert.match(first, /first_price/);
		assertWithout(first, removedName);
		assertWithout(JSON.stringify([run.brief, run.selected.locations]), removedName);
	});

	it('has neither in the Markdown of the run', async () => {
		const { run } = await play({ edited: 'A basket fails\n\nIt uses first_price.', seeds: true });
		const text = runMarkdown(run);
		assertWithout(text, secret);
		assertWithout(text.slice(0, text.indexOf('## Rounds')), removedName);
	});

	it('has no line of a hidden file', async () => {
		assertWithout(sentTexts((await play({ seeds: true })).model), hiddenLine);
	});

	it('has no secret when the run is continued or branched', async () => {
		const { events, run } = await play({ seeds: true });
		const round = run.selected.leaf;
		for (const cut of [events.findIndex(({ type }) => type === 'modelAsked'), events.length]) {
			const model = new ScriptedModel('tools', [...rounds, ...rounds]);
			const feedback = cut === events.length ? { after: round, text: `Look at ${secret}.` } : undefined;
			await resumeModel(workspace, events.slice(0, cut), {
				...{ model, seeds: true },
				...(feedback !== undefined && { feedback }),
			});
			assert.ok(model.requests.length > 0, 'nothing was asked');
			assertWithout(sentTexts(model), secret);
		}
	});
});

/** Everything that was sent, with its line ends and quotes. */
function sentTexts(model: ScriptedModel): string {
	return JSON.stringify(model.requests.map(({ messages }) => messages))
		.replaceAll('\\"', '"')
		.replaceAll('\\n', '\n');
}

function assertWithout(text: string, canary: string): void {
	const at = text.indexOf(canary);
	assert.equal(at, -1, `...${text.slice(Math.max(0, at - 200), at + 100)}`);
}
