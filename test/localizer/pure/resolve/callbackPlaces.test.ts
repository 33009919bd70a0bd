import assert from 'node:assert/strict';
import { namedPlaces } from '../../../../src/localizer/pure/resolve/namedPlaces';
import { locationsOf, type ResolveProject, resolveProject } from './resolveProject';

const body = '{\n  first(user);\n  last(user);\n});\n';
const texts = {
	'src/users.js': `app.get('/users/:id', (request, user) => ${body}app.get('/a, b and c', (request, user) => ${body}`,
	'src/hooks.js': `function get() {\n  return 1;\n}\nSchema.pre("save", user => ${body}`,
};

describe('a location that names a callback', () => {
	let p: ResolveProject;
	before(async () => {
		p = await resolveProject(texts);
	});

	const written: readonly [method: string, location: string][] = [
		["app.get('/users/:id')", "src/users.js:1-4 app.get('/users/:id')"],
		['`app.get("/users/:id")`', "src/users.js:1-4 app.get('/users/:id')"],
		["app.get('/a, b and c')", "src/users.js:5-8 app.get('/a, b and c')"],
		["app.get('/users/:id', (request, user) => {", "src/users.js:1-4 app.get('/users/:id')"],
		["Schema.pre('save')", 'src/hooks.js:4-7 Schema.pre("save")'],
	];
	for (const [method, location] of written) {
		it(`is the one of ${method}`, async () => {
			for (const file of ['', location.split(':', 1)[0] ?? '']) {
				const named = namedPlaces({ file, classes: [], methods: [method], intendedBehavior: '' });
				assert.deepEqual(locationsOf(await p.resolve(named)), [location]);
			}
		});
	}

	it('is not read as a call of a function', async () => {
		const named = namedPlaces({ classes: [], methods: ['get(1)'], intendedBehavior: '' });
		assert.deepEqual(locationsOf(await p.resolve(named)), ['src/hooks.js:1-3 get']);
	});
});
