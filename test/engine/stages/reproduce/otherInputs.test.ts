import assert from 'node:assert/strict';
import { withoutOtherInputs } from '../../../../src/engine/stages/reproduce/otherInputs';

describe('a reproducer without the checks of other inputs', () => {
	it('ends at the mark where that is in no block', () => {
		const python =
			'from a import f\n\nassert f(1) == 2\n# other inputs\nassert f(2) == 3\n\nif f(3):\n    assert f(4)\n';
		assert.equal(withoutOtherInputs(python), 'from a import f\n\nassert f(1) == 2\n# other inputs: not shown\n');
	});

	it('keeps what follows the block of the mark', () => {
		const go =
			'func main() {\n\tcheck(1, 2)\n\t// Other inputs:\n\tcheck(2, 3)\n\n\tif x {\n\t\tcheck(3, 4)\n\t}\n}\n\nfunc check() {}\n';
		assert.equal(
			withoutOtherInputs(go),
			'func main() {\n\tcheck(1, 2)\n\t// Other inputs: not shown\n}\n\nfunc check() {}\n',
		);
	});

	it('is the same where there is no mark', () => {
		const text = '# Tries other inputs as well.\nassert f(1) == 2\nprint("# other inputs")\n';
		assert.equal(withoutOtherInputs(text), text);
	});
});
