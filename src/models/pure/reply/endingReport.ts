import { plain } from '../../../code/pure/search/names/nearNames';
import type { EndingTool, ReadReport } from '../tools/toolset';

/** Whether a key of a JSON object means the ending tool's field, in any case. */
export function isReportKey<Report>(key: string, { field, aliases = [] }: EndingTool<Report>): boolean {
	return [field, ...aliases].some(name => plain(name) === plain(key));
}

/** Reads the field's value; null and an empty text report nothing. */
export function readReport<Report>(value: unknown, label: string, ending: EndingTool<Report>): ReadReport<Report> {
	return value === undefined || value === null || value === '' ? {} : ending.read(value, label);
}

/** The field as words of a sentence: `bug locations`. */
export function reportWords<Report>({ field }: EndingTool<Report>): string {
	return field.replaceAll('_', ' ');
}
