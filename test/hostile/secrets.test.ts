import assert from 'node:assert/strict';
import { withoutSecrets } from '../../src/core/outgoing/withoutSecrets';
import { alphanumeric, base64, drawnText, hex } from '../core/outgoing/drawnText';

const nDraws = 20;
const word = (seed: number) => drawnText(9, 'aeioulnrst', seed);
const basic = (seed: number) => Buffer.from(`deploy:${drawnText(14, alphanumeric, seed)}`).toString('base64');
/** A password with a letter of each case, a digit and a sign. */
const chosen = (seed: number) => `Q${drawnText(8, alphanumeric, seed)}q!7x`;

interface Kind {
	readonly secret: (seed: number) => string;
	readonly text: (secret: string) => string;
	/** Of 20 random ones; 20 unless given. Some random texts have too few kinds of characters. */
	readonly atLeast?: number;
}

const kinds: Readonly<Record<string, Kind>> = {
	'a password that is a plain word': { secret: word, text: secret => `DB_HOST=db\nDB_PASSWORD=${secret}\nDB_PORT=1` },
	'a password with "test" in an address': {
		secret: seed => `test${word(seed)}`,
		text: secret => `postgres://app:${secret}@db.prod.acme.com/app`,
	},
	'the signature of an Azure address': {
		secret: seed => encodeURIComponent(`${drawnText(43, base64, seed)}=`),
		text: secret => `https://a.blob.core.windows.net/c?sv=2020-08-04&spr=https&sig=${secret}`,
	},
	'_auth of .npmrc': { secret: basic, text: secret => `//registry.acme.com/:_auth=${secret}\nalways-auth=true` },
	'auth of Docker': { secret: basic, text: secret => `{"auths": {"registry.acme.com": {"auth": "${secret}"}}}` },
	'a key of Twilio': {
		secret: seed => `S${'K'}${drawnText(32, hex, seed)}`,
		text: secret => `client = Client("${secret}")`,
	},
	'a key of Mailgun': { secret: seed => `key-${drawnText(32, hex, seed)}`, text: secret => `Mailgun("${secret}")` },
	'a key of Mailchimp': {
		secret: seed => `${drawnText(32, hex, seed)}-us${1 + (seed % 20)}`,
		text: secret => `Mailchimp('${secret}')`,
	},
	'a token of Telegram': {
		secret: seed => `:A${'A'}${drawnText(33, alphanumeric, seed)}`,
		text: secret => `Bot("123456789${secret}")`,
	},
	'a token of Discord': {
		secret: seed =>
			`M${drawnText(23, alphanumeric, seed)}.${drawnText(6, alphanumeric, seed)}.${drawnText(27, alphanumeric, seed + 1)}`,
		text: secret => `client.run("${secret}")`,
	},
	'curl -u': {
		secret: seed => drawnText(12, alphanumeric, seed),
		text: secret => `curl -s -u admin:${secret} https://api.acme.com/v1`,
	},
	'a literal with an innocent name': {
		secret: seed => drawnText(40, alphanumeric, seed),
		text: secret => `const value = "${secret}";`,
		atLeast: 14,
	},
	'.netrc': {
		secret: seed => drawnText(12, alphanumeric, seed),
		text: secret => `machine api.acme.com login deploy password ${secret}\n`,
	},
	'the address of Sentry': {
		secret: seed => drawnText(32, hex, seed),
		text: secret => `dsn: "https://${secret}@o123456.ingest.sentry.io/4501234"`,
	},
	'a key of PuTTY': {
		secret: seed => drawnText(64, base64, seed),
		text: secret =>
			`Public-Lines: 1\nAAAA\nPrivate-Lines: 3\n${drawnText(64, base64)}\n${secret}\nAA==\nPrivate-MAC: ab\n`,
	},
	'the child of a key that promises a secret, in YAML': {
		secret: chosen,
		text: secret => `credentials:\n  password: ${secret}\n`,
	},
	'the child of an element that promises a secret': {
		secret: chosen,
		text: secret => `<password>x</password>\nspring.datasource.password=${secret}\n`,
	},
	'the value after a variable': {
		secret: chosen,
		text: secret => `secret: process.env.DB_PASSWORD || "${secret}"`,
	},
	'a password that contains "Test"': {
		secret: seed => `MyTest${chosen(seed)}`,
		text: secret => `DB_PASSWORD=${secret}`,
	},
	'a key that contains "12345"': {
		secret: seed => `${drawnText(14, alphanumeric, seed)}12345${drawnText(14, alphanumeric, seed + 1)}`,
		text: secret => `API_KEY="${secret}"`,
	},
	'a key that contains "xxxx"': {
		secret: seed => `${drawnText(14, alphanumeric, seed)}xxxx${drawnText(14, alphanumeric, seed + 1)}`,
		text: secret => `api_token: ${secret}`,
	},
	'a key that contains "____"': {
		secret: seed => `${drawnText(14, alphanumeric, seed)}____${drawnText(14, alphanumeric, seed + 1)}`,
		text: secret => `SECRET_KEY='${secret}'`,
	},
	'a value given to a name as a value': {
		secret: chosen,
		text: secret => `- name: DB_PASSWORD\n  value: "${secret}"\n`,
	},
	'an element of several lines': {
		secret: seed => drawnText(32, 'abcdefghijklmnopqrstuvwxyz0123456789', seed),
		text: secret => `<acmeToken>\n    ${secret}\n</acmeToken>`,
		atLeast: 18,
	},
};

describe('a secret that passed in an attack test', () => {
	for (const [kind, { secret, text, atLeast = nDraws }] of Object.entries(kinds)) {
		it(kind, () => {
			const drawn = Array.from({ length: nDraws }, (_, at) => secret(at + 1));
			const passed = drawn.filter(each => withoutSecrets(text(each)).text.includes(each));
			assert.ok(nDraws - passed.length >= atLeast, `these pass: ${passed.join(' ')}`);
		});
	}
});
