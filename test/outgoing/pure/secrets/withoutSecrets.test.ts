import assert from 'node:assert/strict';
import fc from 'fast-check';
import tokenForms from '../../../../src/outgoing/pure/secrets/tokenForms.json';
import { withoutSecrets } from '../../../../src/outgoing/pure/secrets/withoutSecrets';
import { alphanumeric, base64, capitals, drawnText, hex } from '../gate/drawnText';

const drawn = drawnText;
const jwt = ['ey', 'J', drawn(30), '.ey', 'J', drawn(40), '.', drawn(43)].join('');
const chosen = ['Sommer', 'wind', '7', '!'].join('');

/** The marker lines are put together here, as no file should hold them whole. */
const dashes = '-'.repeat(5);
const pem = (side: string, label = 'RSA PRIVATE') => `${dashes}${side} ${label} KEY${dashes}`;
const keyLines = (nLines: number) => Array.from({ length: nLines }, (_, at) => drawn(64, base64, at + 1));

describe('withoutSecrets', () => {
	const secrets: readonly [kind: string, secret: string][] = [
		['AWS access key', `AK${'IA'}${drawn(16, capitals)}`],
		['Google API key', `AI${'za'}${drawn(35)}`],
		['GitHub token', `gh${'p_'}${drawn(36)}`],
		['GitHub token', `github${'_pat_'}${drawn(22)}_${drawn(59)}`],
		['GitLab token', `gl${'pat-'}${drawn(20)}`],
		['Slack token', `xox${'b-'}${drawn(12, '0123456789')}-${drawn(24)}`],
		['Stripe key', `sk${'_live_'}${drawn(24)}`],
		['npm token', `npm${'_'}${drawn(36)}`],
		['PyPI token', `pypi-${'AgE'}IcHlwaS5vcmc${drawn(70)}`],
		['OpenAI key', `sk-${'proj-'}${drawn(48)}`],
		['OpenAI key', `sk${'-'}${drawn(48)}`],
		['Anthropic key', `sk-${'ant-'}api03-${drawn(93)}AA`],
		['JSON web token', jwt],
	];
	for (const [kind, secret] of secrets) {
		it(`removes a ${kind} (${secret.slice(0, 5)}...) wherever it occurs`, () => {
			for (const [before, after] of surroundings) {
				const { text, found } = withoutSecrets(`first\n${before}${secret}${after}\nlast`);
				assert.equal(text, `first\n${before}[removed: ${kind}]${after}\nlast`);
				assert.deepEqual(found, [{ kind, line: before.includes('\n') ? 3 : 2 }]);
			}
		});
	}
	const surroundings = [
		['', ''],
		['see ', ', please'],
		['42 key = "', '"'],
		['{"a": "first\\n', '\\nlast"}'],
		['(', ')'],
		['+\n', ' '],
	] as const;

	it('removes a token of every form of the table', () => {
		const alphabets: Readonly<Record<string, string>> = { hex, capital: capitals, letter: alphanumeric.slice(0, 52) };
		for (const { kind, starts, alphabet, minLength } of tokenForms.forms) {
			for (const start of starts) {
				const token = start + drawn(minLength, alphabets[alphabet] ?? alphanumeric);
				assert.equal(withoutSecrets(`<${token}>`).text, `<[removed: ${kind}]>`);
			}
		}
	});

	describe('finds a value given to a telling name', () => {
		const assigned: readonly [before: string, value: string, after: string, kind: string][] = [
			['password = "', chosen, '"', 'password'],
			['DB_PASSWORD=', chosen, '', 'password'],
			['connect("Server=db;User Id=sa;Password=', chosen, ';Timeout=5")', 'password'],
			['passwd: "', drawn(18), '",', 'password'],
			["SECRET_KEY = '", drawn(50, 'abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)'), "'", 'secret'],
			['"clientSecret": "', drawn(40), '"', 'secret'],
			['{\\"api_key\\": \\"', drawn(32, hex), '\\"}', 'key'],
			['const apiKey: string = `', drawn(32), '`;', 'key'],
			['private static final String ACCESS_TOKEN = "', drawn(40), '";', 'token'],
			['os.environ.setdefault("API_TOKEN", "', drawn(40), '")', 'token'],
			['export AWS_SECRET_ACCESS_KEY=', drawn(40, base64), '', 'secret'],
			['AccountName=a;AccountKey=', `${drawn(86, base64)}==`, ';EndpointSuffix=b', 'key'],
			['<password>', drawn(24), '</password>', 'password'],
			['//registry.npmjs.org/:_authToken=', '7f5b2a1e-93c4-4d86-b0aa-5e1fd2c87b34', '', 'token'],
			['X-Api-Key: ', drawn(32), '\r\n', 'key'],
			['17 credentials := "', drawn(32), '"', 'credential'],
		];
		for (const [before, value, after, kind] of assigned) {
			it(`${before}...${after}`, () => {
				assert.equal(withoutSecrets(before + value + after).text, `${before}[removed: ${kind}]${after}`);
			});
		}
	});

	for (const [before, after] of [
		['TOKEN=', '\nNEXT=1'],
		['token = "', '"'],
		['token: ', ''],
	] as const) {
		it(`finds all of a value of 2,000 characters after ${before}`, () => {
			const value = drawn(2000, alphanumeric);
			assert.equal(withoutSecrets(before + value + after).text, `${before}[removed: token]${after}`);
		});
	}

	describe('finds what carries a secret', () => {
		const carried: readonly [before: string, secret: string, after: string, kind: string][] = [
			['postgres://app:', chosen, '@db:5432/app', 'password in an address'],
			['DATABASE_URL=mysql://app:', 'hunter22', '@db.shop.internal.net/app', 'password in an address'],
			['redis://:', `${drawn(9)}@${drawn(9)}`, '@cache:6379', 'password in an address'],
			['Authorization: Basic ', Buffer.from(`me:${chosen}`).toString('base64'), '', 'authorization'],
			['curl -H "Authorization: Bearer ', drawn(40), '" x', 'authorization'],
			['{"authorization": "token ', drawn(40, hex), '"}', 'authorization'],
			['headers["Auth"] = "Bearer ', drawn(40), '"', 'authorization'],
		];
		for (const [before, secret, after, kind] of carried) {
			it(`${before}...${after}`, () => {
				assert.equal(withoutSecrets(before + secret + after).text, `${before}[removed: ${kind}]${after}`);
			});
		}
	});

	describe('finds private keys', () => {
		const block = [pem('BEGIN'), ...keyLines(4), `${drawn(30)}==`, pem('END')];
		const kind = 'private key';
		const whole: readonly [how: string, before: string, text: string, after: string][] = [
			['as a block', 'a\n', block.join('\n'), '\nb\n'],
			[
				'of OpenSSH',
				'',
				[pem('BEGIN', 'OPENSSH PRIVATE'), drawn(70, base64), pem('END', 'OPENSSH PRIVATE')].join('\n'),
				'',
			],
			['with numbered lines', '1 ', block.join('\n1 '), '\n7 b'],
			['in one line of JSON', '{"private_key": "', block.join('\\n'), '\\n"}'],
			['in quoted pieces', 'key = ("', block.join('\\n"\n\t"'), '")'],
			['with headers', '', [pem('BEGIN'), 'Proc-Type: 4,ENCRYPTED', '', ...block.slice(1)].join('\n'), '\n'],
			['without its end', 'a\n', block.slice(0, 4).join('\n'), '\n\ndef b():\n'],
			['without its beginning', '', block.slice(2).join('\n'), '\nb'],
		];
		for (const [how, before, text, after] of whole) {
			it(how, () => {
				const clean = withoutSecrets(before + text + after);
				assert.equal(clean.text, `${before}[removed: ${kind}]${after}`);
				assert.deepEqual(clean.found, [{ kind, line: before.split('\n').length }]);
			});
		}

		it('after code that names the first marker', () => {
			const code = `if "${pem('BEGIN')}" in text:\n${'    return parse_the_key(text, password)\n'.repeat(20)}`;
			assert.equal(withoutSecrets(code + block.slice(1).join('\n')).text, `${code}[removed: ${kind}]`);
		});

		it('and distinguishes two of them', () => {
			const { text, found } = withoutSecrets([...block, 'between', ...block].join('\n'));
			assert.equal(text, `[removed: ${kind}]\nbetween\n[removed: ${kind}]`);
			assert.deepEqual(
				found.map(({ line }) => line),
				[1, block.length + 2],
			);
		});
	});

	describe('leaves alone', () => {
		const harmless: readonly string[] = [
			'password = getpass.getpass("Password: ")',
			'password = "password"',
			'password: "This password is too short."',
			"PASSWORD_HASHER = 'django.contrib.auth.hashers.PBKDF2PasswordHasher'",
			'token = request.headers.get("X-Access-Token")',
			'token = tokens[position + 1]; secret = self.secret_2',
			'password = user.profile2.password_field!',
			'api_key = "YOUR_API_KEY_GOES_HERE_1234567890"',
			'apiKey: process.env.OPENAI_API_KEY_2',
			`API_KEY=\${OPENAI_API_KEY}`,
			'"password": "{{ vault_db_password_2 }}"',
			'secretName: my-app-tls-2-prod-eu-west-1',
			'csrf_token_name = "csrf_token_v2_header_name_1"',
			"token_url='https://login.microsoftonline.com/a1b2c3d4/oauth2/v2.0/token'",
			'password_validator = "MinLength8Validator"',
			'password = "Sommer2wind is no good password"',
			'token = a1B2c3D4e5F6g7H8(request)',
			'https://deploy:deploy@ci.shop.net/ and mysql://app:hunter22@localhost/app and mysql://app:hunter22@10.0.0.5/app',
			'PublicKeyToken=b77a5c561934e089',
			'const secret = `$' + '{prefix}-$' + '{a1}-$' + '{b2}-$' + '{c3}`;',
			`password = "${'x'.repeat(24)}"`,
			`gh${'p_'}${'x'.repeat(36)}`,
			'sk-estimator-doc-link fitted and sk-toggleable__label-arrow',
			'integrity: sha512-kXWVh5ZpFq4NBTyJSUCsK7A3hhrEJ5hcTcR+4SDaUyJ9kkU9m0w3kOQNvYHvEDg7o5RpYb8RwK5ZS8wdRpPrTQ==',
			'commit 5f352379324c22463451387a0aec5d2f0a1b2c3d',
			'postgres://postgres:postgres@localhost:5432/app',
			'postgres://USER:PASSWORD@HOST:5432/NAME',
			'https://user:{password}@host.net/ and http://user:hunter22@example.com/',
			'ssh://git@github.com:22/a.git and https://host.net:8080/@scope/a',
			'Authorization: Bearer <token>',
			'raise Unauthorized("Bearer authentication required")',
			'Authorization: Basic authentication is used',
			`if text.startswith("${pem('BEGIN')}"):\n    return text.endswith("${pem('END')}")`,
			`${dashes}BEGIN CERTIFICATE${dashes}\n${keyLines(3).join('\n')}\n${dashes}END CERTIFICATE${dashes}`,
			'',
		];
		for (const text of harmless) {
			it(text.split('\n', 1)[0]?.slice(0, 90) || 'nothing', () => {
				assert.deepEqual(withoutSecrets(text), { text, found: [] });
			});
		}
	});

	it('finds nothing in what it made, and changes nothing where it finds nothing', () => {
		const some = fc.oneof(
			fc.constantFrom(...secrets.map(([, secret]) => secret), chosen, keyLines(2).join('\n')),
			fc.constantFrom('password', '=', '"', 'token:', '\n', 'postgres://a:', '@db/', 'Bearer', 'Authorization: Basic'),
			fc.string(),
		);
		const property = fc.property(
			fc.array(some).map(pieces => pieces.join(' ')),
			given => {
				const once = withoutSecrets(given);
				assert.equal(once.text === given, once.found.length === 0);
				assert.deepEqual(withoutSecrets(once.text), { text: once.text, found: [] });
				const nLines = given.split('\n').length;
				assert.ok(once.found.every(({ line }, at) => line >= (once.found[at - 1]?.line ?? 1) && line <= nLines));
			},
		);
		fc.assert(property, { numRuns: 500 });
	});

	it('removes what is put together from several kinds as one', () => {
		const { text, found } = withoutSecrets(`token = "${jwt}" # Authorization: Bearer ${jwt}`);
		assert.equal(text, 'token = "[removed: JSON web token]" # Authorization: Bearer [removed: JSON web token]');
		assert.equal(found.length, 2);
	});

	/** Were a line gone through once for each of its characters, the test would be ended before it ends. */
	it('goes through lines of 100 KB made to be gone through again and again', () => {
		const starts = tokenForms.forms.flatMap(({ starts, minLength }) => [
			starts.join(''),
			`${starts[0]}${'A'.repeat(minLength - 1)} `,
		]);
		const others = [
			...['a', ' ', '\\', 'x1', 'password', 'password="', 'password = ', 'password: a|', '"token",', 'eyJ', '-eyJ'],
			...['eyJaaaaaaaaaa.', '://', '://a:', '://a:bbbb@', 'Bearer ', 'authorization: basic ', dashes, pem('BEGIN')],
			...[pem('END'), `${pem('BEGIN')}\n${'A'.repeat(64)}\n`],
		];
		for (const piece of [...starts, ...others]) {
			const line = piece.repeat(Math.ceil(100_000 / piece.length));
			assert.ok(withoutSecrets(line).text.length <= line.length);
		}
	});
});
