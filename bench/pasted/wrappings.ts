import type { Wrapping } from './wrapping';
import { encodings } from './wrappings/encodings';
import { firstLines } from './wrappings/firstLines';
import { forms } from './wrappings/forms';
import { prefixes } from './wrappings/prefixes';
import { quotes } from './wrappings/quotes';
import { records } from './wrappings/records';

/**
 * Two thirds of the wrappings, by the hash of their names: the reader of stack traces may be improved with them.
 */
export const wrappings: readonly Wrapping[] = [
	...prefixes,
	...firstLines,
	...records,
	...quotes,
	...forms,
	...encodings,
];
