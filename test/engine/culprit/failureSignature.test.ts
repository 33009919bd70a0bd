import assert from 'node:assert/strict';
import { failureSignature, isSameFailure } from '../../../src/engine/culprit/failureSignature';
import { installedGrammars } from '../../support/grammars';

const { languages } = installedGrammars();
const testFile = 'tests/test_cart.py';

const traceback = (line: number, error: string, inner = '  File "/copy/1/cart.py", line 7, in total\n    x\n') =>
	`Traceback (most recent call last):\n  File "/copy/1/tests/test_cart.py", line ${line}, in test_total\n    x\n${inner}${error}\n`;

const signature = (text: string, isHang = false) => failureSignature({ text, isHang, testFile }, languages);

describe('the kind of a failure', () => {
	it('is the same for the same error at the same line of the test, wherever its code is and whatever its values are', () => {
		const elsewhere = '  File "/copy/2/old/basket.py", line 99, in sum_up\n    x\n';
		const [now, then] = [traceback(12, 'KeyError: 1'), traceback(12, 'KeyError: 2', elsewhere)];
		assert.ok(isSameFailure(signature(now), signature(then)));
	});

	it('differs for another error and another line of the test', () => {
		const now = signature(traceback(12, 'KeyError: 1'));
		assert.ok(!isSameFailure(now, signature(traceback(12, 'ImportError: no cart'))));
		assert.ok(!isSameFailure(now, signature(traceback(13, 'KeyError: 1'))));
	});

	it('is a message with its line of the test where no stack trace is shown', () => {
		const now = signature('test_cart.py:12: got 1, want 2');
		assert.ok(isSameFailure(now, signature('test_cart.py:12: got 5, want 2')));
		assert.ok(!isSameFailure(now, signature('test_cart.py:14: got 1, want 2')));
		assert.ok(isSameFailure(signature('took 12 ms in /a/b'), signature('took 7 ms in /c')));
		assert.ok(!isSameFailure(signature('took 12 ms'), signature('refused')));
	});

	it('differs between a test that hangs and one that fails', () => {
		assert.ok(isSameFailure(signature('', true), signature('anything', true)));
		assert.ok(!isSameFailure(signature(traceback(12, 'KeyError: 1')), signature('', true)));
	});
});
