import test from 'node:test';

test('adds', () => {});
