import assert from 'node:assert/strict';
import { importLines } from '../../../../src/code/pure/calls/importLines';

describe('the imports of a file', () => {
	const cases: readonly (readonly [text: string, kept: string])[] = [
		['import re\n\nX = 1\n', 'import re'],
		['from a import (b,\n    c)\nx = (1,\n2)', 'from a import (b,\n    c)'],
		['from a import (\n    b,\n    c,\n)\nx = 1', 'from a import (\n    b,\n    c,\n)'],
		['from a import b, \\\n    c\nx = 1', 'from a import b, \\\n    c'],
		["import { a,\n\tb } from './c';\nf();", "import { a,\n\tb } from './c';"],
		["const a = require('a');\nf();", "const a = require('a');"],
		['#include <stdio.h>\nint x;', '#include <stdio.h>'],
		['import (\n\t"fmt"\n)\nvar x = 1', 'import (\n\t"fmt"\n)'],
	];
	for (const [text, kept] of cases) {
		it(`are whole: ${JSON.stringify(text)}`, () => assert.equal(importLines(text), kept));
	}
});
