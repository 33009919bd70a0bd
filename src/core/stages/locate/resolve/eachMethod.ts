import type { NamedPlace } from '../reply/namedPlaces';

const name = String.raw`[\p{L}_$~][\p{L}\p{N}_$.:#~]*(?:\(\))?`;
const severalNames = new RegExp(String.raw`^\s*${name}(?:(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)${name})+\s*$`, 'u');

/** A place for each method where a model lists several in one: `save, load and close()`. */
export function eachMethod(named: NamedPlace): NamedPlace[] {
	const { method } = named;
	return method !== undefined && severalNames.test(method)
		? method
				.trim()
				.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/)
				.map(each => ({ ...named, method: each }))
		: [named];
}
