import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Translations } from '../../src/l10n/translations';
import { repoRoot } from './repoRoot';

const bundle = join(repoRoot, 'l10n/bundle.l10n.zh-cn.json');
const engineMark = '/core';

/** A letter with an accent for each plain one, in the order of the alphabet. */
const accented = 'àƀçđéƒĝĥîĵķļɱñöþǫřšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŘŠŢÛṼŴẊÝŽ';
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Translations of all texts into a language that can be read, and that no text has which is not translated: all letters have
 * accents, and each text is in brackets. `⟦Ŕéàđ {0} öƒ {1}⟧`
 */
export function pseudoTranslations(): Translations {
	const keys = Object.keys(JSON.parse(readFileSync(bundle, 'utf8')) as object);
	return Object.fromEntries(keys.map(key => [key, pseudoText(key.endsWith(engineMark) ? key.slice(0, -5) : key)]));
}

/** What a page in the pseudo language shows of a text, without the brackets, that no translation made: `a.py:3`. */
export function untranslatedParts(text: string): string[] {
	return text
		.split(new RegExp(`[${accented}⟦⟧]+`))
		.map(part => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
		.filter(part => /[A-Za-z]/.test(part));
}

function pseudoText(text: string): string {
	const letters = text.replaceAll(/\{\d+(?::core)?\}|[A-Za-z]/g, part =>
		part.length > 1 ? part : (accented[plain.indexOf(part)] ?? part),
	);
	return /\p{L}/u.test(text) ? `⟦${letters}⟧` : text;
}
