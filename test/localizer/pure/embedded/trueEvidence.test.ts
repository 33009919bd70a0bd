import assert from 'node:assert/strict';
import type { BugLocation } from '../../../../src/runs/pure/model/location';
import { issue } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const config = `class Config(dict):
    def from_object(self, obj):
        """Updates the values from the given object."""
        for key in dir(obj):
            if key.isupper():
                self[key] = getattr(obj, key)

    def from_file(self, filename, load, silent=False):
        """Update the values in the config from a file that is loaded
        using the load parameter.
        """
        filename = os.path.join(self.root_path, filename)

        try:
            with open(filename) as f:
                obj = load(f)
        except OSError as e:
            e.strerror = f"Unable to load configuration file ({e.strerror})"
            raise

        return self.from_mapping(obj)

    def from_mapping(self, mapping=None):
        """Updates the config like update() ignoring items with non-upper keys."""
        for key, value in mapping.items():
            if key.isupper():
                self[key] = value
        return True
`;

const configIssue = issue(
	'Add a file mode parameter to flask.Config.from_file()',
	`Add a file mode parameter to flask.Config.from_file()

Python 3.11 introduced native TOML support with the \`tomllib\` package. The \`tomllib.load()\` function takes a file
object opened in binary mode, so this fails:

\`\`\`python
app.config.from_file("config.toml", load=tomllib.load)
\`\`\`
`,
);

const sessions = `class SessionRedirectMixin:
    def resolve_redirects(self, resp, req, **kwargs):
        while resp.is_redirect:
            method = req.method
            if resp.status_code == 303 and method != 'HEAD':
                method = 'GET'
            resp = self.send(req, **kwargs)
            yield resp


class Session(SessionRedirectMixin):
    def get(self, url, **kwargs):
        return self.request('GET', url, **kwargs)

    def request(self, method, url, **kwargs):
        return self.send(Request(method, url), **kwargs)

    def send(self, request, **kwargs):
        stream = kwargs.get('stream')
        adapter = self.get_adapter(url=request.url)
        history = [resp for resp in self.resolve_redirects(adapter, request, **kwargs)]
        return history

    def get_adapter(self, url):
        raise InvalidSchema("No connection adapters were found for '%s'" % url)
`;

const redirectIssue = issue(
	'Session.resolve_redirects copies the original request',
	`Session.resolve_redirects copies the original request

A POST that is redirected by a 303 and then by a 307 turns into a POST again. The subsequent 307 should preserve the GET.
`,
);

const semver = {
	'classes/semver.js': `class SemVer {
  constructor(version) {
    this.version = version
  }

  inc(release, identifier) {
    switch (release) {
      case 'premajor':
        this.prerelease.length = 0
        break
      case 'minor':
        this.patch = 0
        break
    }
    return this
  }
}

module.exports = SemVer
`,
	'functions/diff.js': `const parse = require('./parse.js')

const diff = (version1, version2) => {
  const v1 = parse(version1)
  const v2 = parse(version2)
  if (v1.minor !== v2.minor) {
    return 'minor'
  }
  return 'patch'
}

module.exports = diff
`,
	'functions/parse.js': `const SemVer = require('../classes/semver')
const parse = (version) => new SemVer(version)
module.exports = parse
`,
};

const diffIssue = issue(
	'semver.diff reports "minor" for a change from a prerelease to its release',
	`semver.diff reports "minor" for a change from a prerelease to its release

\`\`\`js
semver.diff('1.1.0-pre', '1.1.0') // 'minor'
\`\`\`

### Expected behavior

The release type should be that of the version itself.

Node 20.11, semver 7.8.
`,
);

describe('what the issue states about a location', () => {
	it('is no list of versions', async () => {
		const locations = await locate(semver, diffIssue);
		assert.deepEqual(
			locations.filter(({ intendedBehavior, fromIssue = '' }) => /Node/.test(`${intendedBehavior}${fromIssue}`)),
			[],
		);
		assert.equal(named(locations, 'SemVer.inc')?.intendedBehavior ?? '', '');
	});

	it('is the sentence that names it, and no sentence about another function', async () => {
		const locations = await locate({ 'src/flask/config.py': config }, configIssue);
		const fromFile = named(locations, 'Config.from_file');
		assert.equal(fromFile?.intendedBehavior, 'Add a file mode parameter to flask.Config.from_file()');
		const others = locations.filter(location => location !== fromFile);
		assert.deepEqual(
			others.map(({ intendedBehavior }) => intendedBehavior),
			others.map(() => ''),
		);
	});

	it('is otherwise quoted at the first location alone, as what the issue states', async () => {
		const locations = await locate({ 'requests/sessions.py': sessions }, redirectIssue);
		assert.deepEqual(
			locations.map(({ intendedBehavior, fromIssue }) => [intendedBehavior, fromIssue]),
			locations.map((_, at) => ['', at === 0 ? 'The subsequent 307 should preserve the GET.' : undefined]),
		);
	});
});

describe('the evidence of a location', () => {
	it('has no call whose receiver is another object', async () => {
		const locations = await locate({ 'requests/sessions.py': sessions }, redirectIssue);
		const about = named(locations, 'Session.get');
		assert.deepEqual(
			(about?.evidence ?? []).filter(({ text }) => text.includes('Session.send')),
			[],
		);
	});

	it('has the definition with a body, of an overloaded function, and no file of another folder', async () => {
		const texts = {
			'src/store.ts':
				'export function makeStore(a: string): string;\nexport function makeStore(a: number): string;\nexport function makeStore(a: unknown): string {\n\tconst text = String(a);\n\treturn text;\n}\n',
			'example/parse.js': 'function main() {\n\treturn 1;\n}\nmodule.exports = main;\n',
			'test/parse.js': "require('../src/store');\n",
		};
		const locations = await locate(
			texts,
			issue('makeStore returns nothing', 'makeStore returns nothing. See test/parse.js:1.'),
		);
		const [first] = locations;
		assert.deepEqual([first?.startLine, first?.endLine], [3, 6]);
		assert.ok(
			locations.every(
				({ file, evidence }) => file !== 'example/parse.js' || evidence.every(each => each.kind !== 'path'),
			),
		);
	});

	it('has a call of a function that the issue names, with the line of the call', async () => {
		const locations = await locate({ 'requests/sessions.py': sessions }, redirectIssue);
		const call = named(locations, 'Session.send')?.evidence.find(({ kind }) => kind === 'calls');
		assert.equal(
			call?.text,
			'Calls SessionRedirectMixin.resolve_redirects (requests/sessions.py:21), which the issue names.',
		);
		assert.deepEqual(call?.codeLine, { file: 'requests/sessions.py', line: 21 });
		assert.equal(call?.issueLine, 1);
	});

	it('has no list of words and nothing circular, and at most three pieces, each with a line', async () => {
		const runs: [Readonly<Record<string, string>>, typeof diffIssue][] = [
			[semver, diffIssue],
			[{ 'src/flask/config.py': config }, configIssue],
			[{ 'requests/sessions.py': sessions }, redirectIssue],
		];
		for (const [texts, given] of runs) {
			for (const { evidence, id } of await locate(texts, given)) {
				assert.ok(evidence.length <= 3, id);
				for (const { text, codeLine, issueLine } of evidence) {
					assert.doesNotMatch(text, /Shares with|suspicious as well|share words/, id);
					assert.ok(codeLine !== undefined && issueLine !== undefined, `${id}: ${text}`);
				}
			}
		}
	});

	it('names the line of the frame in the issue, and the code it is about', async () => {
		const trace = `Loading fails

Traceback (most recent call last):
  File "/srv/app.py", line 3, in <module>
    app.config.from_file("config.toml", load=tomllib.load)
  File "/usr/lib/site-packages/flask/config.py", line 16, in from_file
    obj = load(f)
TypeError: File must be opened in binary mode
`;
		const locations = await locate({ 'src/flask/config.py': config }, issue('Loading fails', trace));
		assert.deepEqual(named(locations, 'Config.from_file')?.evidence[0], {
			kind: 'trace',
			text: 'The stack trace ends here (src/flask/config.py:16).',
			node: 'n1',
			issueLine: 6,
			codeLine: { file: 'src/flask/config.py', line: 16 },
		});
		assert.ok(named(locations, 'Config.from_file')?.focus?.some(({ startLine }) => startLine === 16));
	});

	it('knows a frame of another version of the file by the code that the trace shows', async () => {
		const trace = `Loading fails

Traceback (most recent call last):
  File "/usr/lib/site-packages/flask/config.py", line 190, in from_file
    obj = load(f)
TypeError: File must be opened in binary mode
`;
		const [first] = await locate({ 'src/flask/config.py': config }, issue('Loading fails', trace));
		assert.equal(first?.evidence[0]?.text, 'The stack trace ends here (from_file).');
		assert.deepEqual(first?.evidence[0]?.codeLine, { file: 'src/flask/config.py', line: 16 });
	});

	it('is there for every location that is not less likely', async () => {
		const locations = await locate({ 'requests/sessions.py': sessions }, issue('Wrong', 'It does not work at all.'));
		assert.deepEqual(
			locations.filter(({ evidence, lessLikely }) => evidence.length === 0 && lessLikely !== true),
			[],
		);
	});
});

async function locate(
	texts: Readonly<Record<string, string>>,
	given: typeof diffIssue,
): Promise<readonly BugLocation[]> {
	return (await locateRun(await memoryWorkspace(texts), given)).run.selected.locations;
}

function named(locations: readonly BugLocation[], qualified: string): BugLocation | undefined {
	return locations.find(({ id }) => id.endsWith(`#${qualified}`));
}
