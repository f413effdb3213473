import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { writeFunctionsYaml } from '../../../infra/generate/functions.ts';
import type { DeclaredOperation } from '../../../infra/generate/operations.ts';
import type { Operation } from '../../../lib/http/operation.ts';

function declareOperation(handler: string, operation: Partial<Operation>): DeclaredOperation {
  return {
    handler,
    operation: {
      id: 'get-thing',
      method: 'GET',
      path: '/things/{thing_id}',
      summary: 'A thing',
      access: 'optional-token',
      capability: 'read',
      parameters: z.object({}),
      responses: { 200: 'The thing.' },
      ...operation,
    },
  };
}

describe('the functions of serverless.yml', () => {
  it('of GET also receive the methods of their path that have no function', () => {
    expect(writeFunctionsYaml([declareOperation('functions/things/get.handler', {})]))
      .toBe(`functions:
  getThing:
    handler: functions/things/get.handler
    role: ReadRole
    disableLogs: true
    events:
      - http: { method: any, path: '/things/{first}' }
`);
  });

  it('have an event for the alias of their operation', () => {
    const yaml = writeFunctionsYaml([
      declareOperation('functions/things/get.handler', { alias: '/thing/{thing_id}' }),
    ]);
    expect(yaml).toContain(`    events:
      - http: { method: any, path: '/things/{first}' }
      - http: { method: any, path: '/thing/{first}' }
`);
  });

  it('have the role, memory and timeout of their operation', () => {
    const operation = {
      id: 'store-thing',
      method: 'PUT',
      path: '/things',
      capability: 'transaction',
      memory: 2048,
      timeout: 10,
    } as const;
    expect(writeFunctionsYaml([declareOperation('functions/things/put.handler', operation)]))
      .toBe(`functions:
  storeThing:
    handler: functions/things/put.handler
    role: TransactionRole
    disableLogs: true
    memorySize: 2048
    timeout: 10
    events:
      - http: { method: put, path: /things }
`);
  });

  it('that stream their answers declare it in their event, with the timeout of the function', () => {
    const operation = { isStreamed: true, timeout: 900 } as const;
    expect(writeFunctionsYaml([declareOperation('functions/things/get.handler', operation)]))
      .toBe(`functions:
  getThing:
    handler: functions/things/get.handler
    role: ReadRole
    disableLogs: true
    timeout: 900
    reservedConcurrency: \${param:streamConcurrency, null}
    environment:
      HDS_ANSWERS: stream
    events:
      - http:
          method: any
          path: '/things/{first}'
          timeoutInMillis: 900000
          response: { transferMode: STREAM }
`);
  });

  it('include one for all other paths, for paths without GET, and for the parents of paths', () => {
    const yaml = writeFunctionsYaml([
      declareOperation('functions/things/create.handler', { method: 'POST', path: '/a/things' }),
      declareOperation('functions/things/get.handler', { path: '/a/things/{id}' }),
      declareOperation('functions/fallback.handler', {
        id: 'rest',
        method: 'ANY',
        capability: 'none',
      }),
    ]);
    expect(yaml.slice(yaml.indexOf('  rest:'))).toBe(`  rest:
    handler: functions/fallback.handler
    role: PlainRole
    disableLogs: true
    memorySize: 256
    events:
      - http: { method: any, path: / }
      - http: { method: any, path: '/{proxy+}' }
      - http: { method: any, path: /a }
      - http: { method: any, path: /a/things }
`);
  });
});
