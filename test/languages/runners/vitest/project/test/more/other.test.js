import { it } from 'vitest';

it('alone', () => {});
