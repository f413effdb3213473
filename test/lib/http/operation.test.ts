import { describe, expect, expectTypeOf, it } from 'vitest';

import { listPathVariables, type Operation } from '../../../lib/http/operation.ts';
import type { HandlerContext, OperationWithHandler } from '../../../lib/http/operation-handler.ts';

describe('the variables of a path', () => {
  it('are in the order of the path', () => {
    expect(listPathVariables('/a/{b}/c/{d}')).toStrictEqual(['b', 'd']);
  });
});

type RequestOf<Access extends Operation['access']> = Parameters<
  OperationWithHandler<Operation & { readonly access: Access }, HandlerContext>['handle']
>[0];

describe('the request that a handler gets', () => {
  it('does not tell who calls if the operation ignores tokens', () => {
    expectTypeOf<RequestOf<'ignores-token'>>().not.toHaveProperty('caller');
    expectTypeOf<RequestOf<'ignores-token'>>().not.toHaveProperty('principal');
    expectTypeOf<RequestOf<'optional-session'>>().toHaveProperty('caller');
    expectTypeOf<RequestOf<'optional-token'>>().toHaveProperty('caller');
  });
});
