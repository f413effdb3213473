import { describe, expect, it } from 'vitest';

import { pathVariables } from '../../../lib/http/operation.ts';

describe('the variables of a path', () => {
  it('come in order', () => {
    expect(pathVariables('/a/{b}/c/{d}')).toStrictEqual(['b', 'd']);
  });
});
