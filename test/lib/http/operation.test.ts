import { describe, expect, it } from 'vitest';

import { listPathVariables } from '../../../lib/http/operation.ts';

describe('the variables of a path', () => {
  it('are in the order of the path', () => {
    expect(listPathVariables('/a/{b}/c/{d}')).toStrictEqual(['b', 'd']);
  });
});
