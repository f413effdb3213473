import { networkInterfaces } from 'node:os';

import { ExecuteStatementCommand } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DatabaseRole } from '../../../../infra/local/database/database.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { failureOf, createSdkClient, callTarget } from './emulator.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

const executeAs = (role: DatabaseRole, sql: string) =>
  createSdkClient(stack.server.url).send(new ExecuteStatementCommand({ ...callTarget(role), sql }));

describe('the secret of a call', () => {
  it.each(['owner', 'service', 'reader'] as const)('selects the database role %s', async (role) => {
    const { records } = await executeAs(
      role,
      'select session_user = current_user, current_user::text',
    );
    expect(records).toEqual([[{ booleanValue: true }, { stringValue: `heritage_${role}` }]]);
  });

  it('lets the owner create tables', async () => {
    await expect(executeAs('owner', 'create table made (id int)')).resolves.toBeDefined();
  });

  it.each(['service', 'reader'] as const)(
    'does not let the role %s create tables',
    async (role) => {
      expect((await failureOf(executeAs(role, 'create table made_too (id int)'))).message).toMatch(
        /42501$/,
      );
    },
  );

  it('lets the service read the tables, but not the reader without a grant', async () => {
    await expect(executeAs('service', 'select count(*) from resource')).resolves.toBeDefined();
    expect((await failureOf(executeAs('reader', 'select count(*) from resource'))).message).toMatch(
      /42501$/,
    );
  });

  it('cannot be bypassed by SET ROLE in a statement', async () => {
    const escape = "do $$ begin execute 'set role heritage_owner'; end $$";
    expect((await failureOf(executeAs('service', escape))).message).toMatch(/42501$/);
  });
});

describe('the emulator', () => {
  it('listens only on the loopback address', async () => {
    expect(new URL(stack.server.url).hostname).toBe('127.0.0.1');
    const addresses = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    const { port } = new URL(stack.server.url);
    for (const { address } of addresses) {
      await expect(fetch(`http://${address}:${port}/emulator/counters`)).rejects.toThrow(
        'fetch failed',
      );
    }
  });
});
