import { describe, expect, it } from 'vitest';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { DataApiUnavailable } from '../../../lib/data-api/errors.ts';
import { rowExistsQuery } from '../../../lib/data-api/query.ts';
import { sql } from '../../../lib/data-api/sql.ts';
import { parseResourceId } from '../../../lib/model/ids.ts';
import { readDecideWrite } from '../../../lib/writing/read-decide-write.ts';

/** A database that stores each write and loses its response. Records its calls. */
function startLosingResponses() {
  const calls: string[] = [];
  const dataApi: DataApi = {
    read: async () => {
      calls.push('read');
      return [];
    },
    write: () => {
      calls.push('write');
      return Promise.reject(new DataApiUnavailable('The connection was lost.', 'unknown'));
    },
    transaction: () => {
      calls.push('transaction');
      return Promise.reject(new Error('No transaction is needed.'));
    },
  };
  return { dataApi, calls };
}

describe('a write that was stored, but whose response was lost', () => {
  it('is found by the next read, and is not written again', async () => {
    const { dataApi, calls } = startLosingResponses();
    const statement = sql`select 1`;
    const result = await readDecideWrite(dataApi, {
      lookup: {
        resourceId: parseResourceId('00000000-0000-4000-8000-000000000001'),
        transactionId: '00000000-0000-4000-8000-000000000002',
      },
      lock: () => statement,
      read: async (reader) => {
        await reader.read(statement);
        return { isWritten: calls.includes('write') };
      },
      decide: () => ({
        kind: 'store',
        result: 'stored',
        execution: {
          statement: {
            ...rowExistsQuery(statement),
            parse: () => ({ kind: 'stored' }),
          },
          inTransaction: () => Promise.reject(new Error('No transaction is needed.')),
        },
      }),
    });
    expect(result).toBe('stored');
    expect(calls).toEqual(['read', 'write', 'read']);
  });
});
