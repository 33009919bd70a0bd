import assert from 'node:assert/strict';
import { placesOf, type SearchProject, searchProject } from './searchProject';

const body = '{\n    first(user);\n    find(user);\n  });\n';
const files = {
	'src/routes.js': `app.get('/users/:id', (request, user) => ${body}
function main(server) {
  server.on('close', user => ${body}
  server.on("it's \\"quoted\\", & <b>", user => ${body}
  server.on(\`several
rows \${user} and a very very very long text\`, user => ${body}}
`,
	'src/find.js': 'export function find(user) {\n  return user;\n}\n',
	'test/routes.test.js': `describe('a.b: c', () => {\n  it('closes the socket', user => ${body}});\n`,
};

describe('a callback with a text', () => {
	let p: SearchProject;
	before(async () => {
		p = await searchProject(files);
	});

	const id = "src/routes.js:1-4 app.get('/users/:id')";
	const written: readonly [name: string, place: string][] = [
		["app.get('/users/:id')", id],
		['app.get("/users/:id", (request, user) => {', id],
		["main.server.on('close')", "src/routes.js:7-10 main.server.on('close')"],
		["server.on('close')", "src/routes.js:7-10 main.server.on('close')"],
		['server.on("it\'s \\"quoted\\", & <b>")', 'src/routes.js:12-15 main.server.on("it\'s \\"quoted\\", & <b>")'],
		["it('closes the socket')", "test/routes.test.js:2-5 it('closes the socket')"],
		["describe('a.b: c')", "test/routes.test.js:1-6 describe('a.b: c')"],
	];
	for (const [name, place] of written) {
		it(`is found as ${name}`, async () => {
			const answer = await p.ask('search_method', name);
			assert.deepEqual([answer.ok, placesOf(answer)], [true, [place]]);
		});
	}

	it('is suggested by its words, and by the called name', async () => {
		for (const name of ['closes the socket', 'users id', 'app.get', 'server.on']) {
			const { ok, text } = await p.ask('search_method', name);
			assert.equal(ok, false);
			assert.match(text, /(?:it\('closes the socket'\)|app\.get\('\/users\/:id'\)|server\.on\('close'\))/);
		}
	});

	it('is where the uses in it are', async () => {
		const { text } = await p.ask('find_references', 'find');
		assert.match(text, /^3 app\.get\('\/users\/:id'\): find\(user\);$/m);
		assert.match(text, /^20 main\.server\.on\(`several rows \$\{user\} and a very very …`\): find\(user\);$/m);
	});

	it('is in outlines', async () => {
		const { text } = await p.ask('outline', 'src/routes.js');
		assert.match(text, /^1-4 {2,}app\.get\('\/users\/:id', \(request, user\) => \{$/m);
		assert.match(text, /^7-10 {6,}server\.on\('close', user => \{$/m);
		assert.match(text, /^17-21 {5,}server\.on\(`several rows \$\{user\}/m);
	});
});
