import assert from 'node:assert/strict';
import { issue } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const field = `export default defineComponent({
	props: { limit: Number },
	setup(props, { emit }) {
		const text = ref('');

		const clip = (value: string) => {
			return value.slice(0, props.limit);
		};

		const onPaste = (event: ClipboardEvent) => {
			text.value = clip(event.clipboardData.getData('text'));
		};

		return { text, onPaste };
	},
});
`;

const server = `function createServer(options) {
	const routes = new Map();

	function onBadPath(path, response) {
		return options.errors.badPath(path, response);
	}

	const handle = (request, response) => {
		return routes.get(request.path) ?? onBadPath(request.path, response);
	};

	return { routes, handle };
}
`;

/** The locations, best first, with the texts of their evidence. */
async function located(files: Readonly<Record<string, string>>, title: string, body: string) {
	const { run } = await locateRun(await memoryWorkspace(files), issue(title, body));
	return run.selected.locations.map(({ file, startLine, endLine, method, evidence }) => {
		return { place: `${file}:${startLine}-${endLine} ${method}`, evidence: evidence.map(({ text }) => text) };
	});
}

describe('a function in a function', () => {
	it('is the location if the issue names it', async () => {
		const [first] = await located({ 'field.ts': field }, 'Pasted emoji are cut', '`clip` cuts glyphs in half.');
		assert.deepEqual(first, { place: 'field.ts:6-8 setup.clip', evidence: ['The issue names clip.'] });
	});

	it('has no class with the name of the function around it', async () => {
		const locations = await located(
			{ 'server.js': server },
			'createServer fails',
			'`createServer` has no routes for a bad path.',
		);
		const texts = locations.flatMap(({ evidence }) => evidence);
		assert.ok(texts.includes('The issue names createServer.'));
		assert.ok(texts.every(text => !text.includes('class')));
	});

	for (const [kind, name] of [
		['with', 'onBadPath '],
		['without', ''],
	]) {
		it(`is the location of a frame ${kind} a name, which is no evidence for the function around it`, async () => {
			const place = name === '' ? '/srv/server.js:5:18' : `${name}(/srv/server.js:5:18)`;
			const trace = `TypeError: badPath is not a function\n    at ${place}\n    at run (/srv/run.js:9:2)`;
			const [first, ...others] = await located({ 'server.js': server }, 'It fails', trace);
			assert.equal(first?.place, 'server.js:4-6 createServer.onBadPath');
			assert.equal(first?.evidence[0], 'The stack trace ends here (server.js:5).');
			assert.ok(others.every(({ evidence }) => !evidence.some(text => text.includes('stack trace'))));
		});
	}
});
