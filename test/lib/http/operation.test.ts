import { describe, expect, it } from 'vitest';

import { pathVariables } from '../../../lib/http/operation.ts';

describe('the variables of a path', () => {
  it('are in the order of the path', () => {
    expect(pathVariables('/a/{b}/c/{d}')).toStrictEqual(['b', 'd']);
  });
});
