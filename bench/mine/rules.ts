import data from './rules.json';

/** The patterns of rules.json. */
export const rules = {
	fix: pattern(data.fix),
	noFix: pattern(data.noFix),
	newThing: pattern(data.newThing),
	squashed: pattern(data.squashed),
	symptom: pattern(data.symptom),
	failure: pattern(data.failure),
	condition: pattern(data.condition),
	mergeTitles: data.mergeTitles.map(each => pattern(each)),
	titlePrefixes: data.titlePrefixes.map(each => pattern(`^\\s*(?:${each})\\s*`)),
	cutSections: pattern(data.cutSections),
	keptSections: pattern(data.keptSections),
	cutLines: data.cutLines.map(each => pattern(each)),
	cutInline: data.cutInline.map(each => pattern(each, 'gi')),
	changeSentences: data.changeSentences.map(each => pattern(each)),
	generated: pattern(data.generated),
	languages: data.languages as Readonly<Record<string, readonly string[]>>,
};

function pattern(source: string, flags = 'i'): RegExp {
	return new RegExp(source, flags);
}
