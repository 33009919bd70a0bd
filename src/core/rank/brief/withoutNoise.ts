import { isStopWord } from '../lexical/stopWords';

/** Prose without what only looks like words: links, hashes, addresses, version numbers, listings of versions. */
export function withoutNoise(prose: string): string {
	return prose
		.split('\n')
		.filter(line => !isListing(line))
		.map(line => withoutLinks(line).replaceAll(/\b(?:0x[\da-f]+|[\da-f]{12,})\b/gi, ''))
		.join('\n');
}

/** Text with the captions of links and pictures only, where a person wrote them: words of an address name no code. */
export function withoutLinks(text: string): string {
	return text
		.replaceAll(/!\[(?:image|img|screen ?(?:shot|recording))\b[^\]]*\]\([^)\s]*\)|<img\s[^<>]*\bsrc=[^<>]*>/gi, '')
		.replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
		.replaceAll(/\b[a-z][a-z+]*:\/\/[^\s)>\]]+/gi, '')
		.trimEnd();
}

/** Code without a listing of what is installed: one line of the kind may well be code. */
export function withoutListings(code: string): string {
	const lines = code.split('\n');
	const kept = lines.filter(line => !/^\S+(?: {2,}|==)\d+\.[\d.]+\w*$/.test(line));
	return lines.length - kept.length < 4 ? code : kept.join('\n');
}

/** `numpy: 1.16.2`, `numpy==1.16.2`, `name 3.8.2 (default, ...)`: one line of what is installed, and no sentence. */
function isListing(line: string): boolean {
	return (
		nEverydayWords(line) < 2 &&
		/^\W{0,4}[\w .()/-]{1,40}(?::|==?| -)? *v?\d+\.\d+[\w.+-]*(?:[ (,;|\][].{0,120})?$/.test(line) &&
		!/[.!?]$/.test(line)
	);
}

function nEverydayWords(line: string): number {
	return (line.toLowerCase().match(/[a-z]+/g) ?? []).filter(isStopWord).length;
}
