import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { schemaVersionSetting } from '../../../lib/queries/service/read-readiness.ts';
import { schemaVersion } from '../../../lib/schema-version.generated.ts';
import { storeSchemaVersion } from '../../../infra/schema/queries/store-schema-version.ts';
import { openGateway, type Gateway } from '../../gateway/emulator/gateway.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let administrator: Readonly<Record<string, string>>;
/** A gateway that gives each function 4 seconds; a function reserves 3 of them for its answer. */
let hurriedGateway: Gateway;

beforeAll(async () => {
  service = await openTestService();
  const account = await createTestAccount(service, 'administrator', { isAdministrator: true });
  const { clientId } = await createTestApplication(service, account);
  administrator = bearerHeader(
    (await fetchTokens(service, 'administrator', clientId)).access_token,
  );
  hurriedGateway = await openGateway('sources', 4000);
});

// Each test begins with a process that has not checked the database. `resetProcess` is imported here, because the modules may have been
// loaded again.
beforeEach(async () => {
  const { resetProcess } = await import('../../../lib/once-per-process.ts');
  resetProcess();
});

afterAll(async () => service?.close());

async function readReadiness(
  query = '',
  headers: Readonly<Record<string, string>> = administrator,
) {
  const response = await hurriedGateway.fetch(
    new Request(`${baseUrl}/health/ready${query}`, { headers }),
  );
  const body: unknown = await response.json();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
}

const checkedBody = (status: string, more: object = {}) => ({
  status,
  checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  ...more,
});

/** Changes the database, does some work, and undoes the change. */
async function whileChanged(change: string, undo: string, work: () => Promise<unknown>) {
  await service.stack.owner.write({ text: change, parameters: [] });
  try {
    await work();
  } finally {
    await service.stack.owner.write({ text: undo, parameters: [] });
  }
}

describe('GET /health/ready', () => {
  it('answers `unknown` before the first check, without a Data API call', async () => {
    const calls = await service.countCalls(async () => {
      expect(await readReadiness('', {})).toEqual({
        status: 200,
        retryAfter: null,
        body: { status: 'unknown' },
      });
    });
    expect(calls).toBe(0);
  });

  it('checks the database with one call if an administrator sends `wake`, and caches the result', async () => {
    // The first request with a token reads the public keys.
    await readReadiness();
    const ready = checkedBody('ready', { schema: 'same', missingStatements: 0 });
    expect(
      await service.countCalls(async () => {
        expect(await readReadiness('?wake')).toEqual({
          status: 200,
          retryAfter: null,
          body: ready,
        });
      }),
    ).toBe(1);
    expect(
      await service.countCalls(async () => {
        expect(await readReadiness('', {})).toEqual({ status: 200, retryAfter: null, body: ready });
      }),
    ).toBe(0);
  });

  it('refuses `wake` if the caller is not an administrator', async () => {
    await createTestAccount(service, 'reader', { groups: ['Resource Editor'] });
    const owner = await createTestAccount(service, 'owner');
    const { clientId } = await createTestApplication(service, owner);
    const { access_token: token } = await fetchTokens(service, 'reader', clientId);
    expect(await readReadiness('?wake', bearerHeader(token))).toMatchObject({ status: 403 });
    const calls = await service.countCalls(async () => {
      expect(await readReadiness('?wake', {})).toMatchObject({ status: 401 });
    });
    expect(calls).toBe(0);
    expect(await readReadiness('', {})).toMatchObject({ body: { status: 'unknown' } });
  });

  it('is not ready while the database has another schema', async () => {
    const setVersionSql = (value: string) =>
      `update setting set value = '${value}' where name = '${schemaVersionSetting}'`;
    await whileChanged(setVersionSql('former older'), setVersionSql(schemaVersion), async () => {
      const body = checkedBody('not ready', { schema: 'other' });
      expect(await readReadiness('?wake')).toMatchObject({ status: 503, retryAfter: '60', body });
      expect(await readReadiness('', {})).toMatchObject({ status: 503, retryAfter: '60', body });
    });
  });

  it('is ready with the schema of the next version, but not with that of a later version', async () => {
    await service.stack.owner.write(storeSchemaVersion('next'));
    expect(await readReadiness('?wake')).toMatchObject({ status: 200, body: { schema: 'next' } });
    await service.stack.owner.write(storeSchemaVersion('after next'));
    expect(await readReadiness('?wake')).toMatchObject({ status: 503, body: { schema: 'other' } });
    await runStatement(
      service,
      `update setting set value = '${schemaVersion}' where name = '${schemaVersionSetting}'`,
    );
  });

  it('is not ready while the database lacks a prepared statement', async () => {
    const [name = ''] = await queryColumn(service, 'select name from kept_statement order by 1');
    const renameFunctionSql = (from: string, to: string) => `do $$
begin
  execute (select format('alter function %s rename to %I', p.oid::regprocedure, '${to}') from pg_proc p where p.proname = '${from}');
end
$$`;
    await whileChanged(
      renameFunctionSql(name, 'away'),
      renameFunctionSql('away', name),
      async () => {
        expect(await readReadiness('?wake')).toMatchObject({
          status: 503,
          body: checkedBody('not ready', { schema: 'same', missingStatements: 1 }),
        });
      },
    );
  });

  it.each([
    ['resuming', 'waking', '10'],
    ['throttling', 'unreachable', '5'],
  ] as const)(
    'answers 503 with Retry-After while the calls of the Data API fail: %s',
    async (kind, status, retryAfter) => {
      await readReadiness();
      service.stack.server.faults.add({ when: 'before', kind, times: 1_000_000 });
      const body = checkedBody(status);
      expect(await readReadiness('?wake')).toEqual({ status: 503, retryAfter, body });
      service.stack.server.faults.clear();
      expect(await readReadiness('', {})).toEqual({ status: 503, retryAfter, body });
      expect(await readReadiness('?wake')).toMatchObject({
        status: 200,
        body: { status: 'ready' },
      });
    },
  );
});
