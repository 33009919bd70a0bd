import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alphanumeric, base64, drawnText, hex } from '../../test/outgoing/pure/gate/drawnText';

/** A text of which it is known whether it has a secret. */
export interface LabelledText {
	/** The line of the file that it was made of. */
	readonly line: string;
	readonly text: string;
	/** Undefined: nothing in it is a secret. */
	readonly secret: string | undefined;
}

/** Half of the lines, by their hash: what the rules may be tuned on, and what they may not. */
export type Half = 'tuned' | 'heldOut';

const nDraws = 5;

/** The texts of one half of a file, each with several random secrets, the same each time. */
export function labelledTexts(folder: string, file: 'withSecret' | 'withoutSecret', half: Half): LabelledText[] {
	const lines = readFileSync(join(folder, `${file}.txt`), 'utf8').split('\n');
	return lines
		.filter(line => line !== '' && !line.startsWith('#') && halfOf(line) === half)
		.flatMap(line => {
			const [how = '', template = ''] = line.split('\t');
			const draw = drawn[how];
			return Array.from({ length: draw === undefined ? 1 : nDraws }, (_, at) => {
				const secret = draw?.(at + 1 + line.length * nDraws) ?? '';
				const text = template.replaceAll('{s}', () => secret).replaceAll('⏎', '\n');
				return { line, text, secret: file === 'withSecret' ? secret : undefined };
			});
		});
}

function halfOf(line: string): Half {
	return (createHash('sha256').update(line).digest()[0] ?? 0) % 2 === 0 ? 'tuned' : 'heldOut';
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const syllables = ['ba', 'do', 'fer', 'gu', 'kim', 'lo', 'mar', 'nel', 'pi', 'ros', 'sun', 'tel', 'vin', 'wer', 'zo'];
const words = 'river lamp orange stone cabin velvet tiger museum copper walnut sailor button harvest candle'.split(' ');

function joined(pieces: readonly string[], count: number, seed: number, between: string): string {
	return [...drawnText(count, alphanumeric, seed)]
		.map(each => pieces[alphanumeric.indexOf(each) % pieces.length])
		.join(between);
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const at = (characters: string, seed: number) => drawnText(1, characters, seed + 3);

/** How secrets, and what looks like them, are drawn. */
const drawn: Readonly<Record<string, (seed: number) => string>> = {
	/** A letter of each case, a digit and a sign. */
	chosen: seed => `${at(alphanumeric.slice(0, 26), seed)}${drawnText(7, alphanumeric, seed)}${at('!$#*+?', seed)}k3`,
	short: seed => `${at(alphanumeric.slice(0, 26), seed)}b${at('23456789', seed)}!${drawnText(3, lower, seed)}`,
	drawn: seed => drawnText(12, alphanumeric, seed),
	/** `Rosmarkim42`, as people make them. */
	leet: seed => `${capitalized(joined(syllables, 4, seed, ''))}${10 + (seed % 89)}${seed % 2 === 0 ? '!' : ''}`,
	word: seed => joined(syllables, 4, seed, ''),
	phrase: seed => joined(words, 4, seed, ' '),
	token: seed => drawnText(40, alphanumeric, seed),
	hex: seed => drawnText(32, hex, seed),
	hex20: seed => drawnText(20, hex, seed),
	base64: seed => `${drawnText(43, base64, seed)}=`,
	uuid: seed => [8, 4, 4, 4, 12].map((length, nth) => drawnText(length, hex, seed * 7 + nth)).join('-'),
	basic: seed => Buffer.from(`deploy:${drawnText(14, alphanumeric, seed)}`).toString('base64'),
	pem: seed => `MIIE${keyBody(seed)}`,
	cert: seed => `MIID${keyBody(seed).replace(/^.{8}/, 'dzCCAl+g')}`,
	commit: seed => drawnText(40, hex, seed),
	sha256: seed => drawnText(64, hex, seed),
	md5: seed => drawnText(32, hex, seed),
};

/** What follows the first 4 characters of a key in PKCS #8 with RSA of 2,048 bits, in lines of 64. */
function keyBody(seed: number): string {
	const text = `vgIBADANBgkqhkiG9w0BAQEFAASC${drawnText(928, base64, seed)}`;
	return (`MIIE${text}`.match(/.{1,64}/g) ?? []).join('\n').slice(4);
}
