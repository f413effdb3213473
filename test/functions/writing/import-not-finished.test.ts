import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { fingerprint } from '../../infra/cli/import/importing.ts';
import { everyWrite, placeMills } from './every-write.ts';
import { openMillService, type MillService } from './mill-service.ts';
import { createOtherWrites, type WriteCase } from './writing-operations.ts';

let mills: MillService;
let otherWrites: readonly WriteCase[];
beforeAll(async () => {
  mills = await openMillService();
  await placeMills(mills.service);
  otherWrites = (await createOtherWrites(mills)).filter(({ operationId }) =>
    /spatial-view|mobile-project/.test(operationId),
  );
  await runAsOwner(`insert into database_import (source) values ('another platform')`);
});

afterAll(async () => mills?.service.close());

const runAsOwner = (statement: string) => mills.service.stack.owner.write(rawSql(statement));

const writes = everyWrite.flatMap((write) => write.amounts.map((amount) => ({ ...write, amount })));

const setImport = (isFinished: boolean, allowsWrites: boolean) =>
  runAsOwner(
    `update database_import set finished_at = ${isFinished ? 'now()' : 'null'}, allows_writes = ${allowsWrites}`,
  );

async function codeOf(response: Response): Promise<readonly unknown[]> {
  const body: unknown = await response.json();
  return [response.status, Object(body).code];
}

describe('while an import of a database is not finished', () => {
  beforeEach(async () => {
    await placeMills(mills.service);
    await setImport(false, false);
  });

  it.each(writes)('refuses $title ($amount), and changes nothing', async (write) => {
    const request = await write.request(mills, write.amount);
    const before = await fingerprint(mills.service.stack.owner);
    expect(await codeOf(await mills.sendRequest(request))).toEqual([409, 'import_not_finished']);
    expect(await fingerprint(mills.service.stack.owner)).toEqual(before);
  });

  it('refuses every write of a spatial view or a mobile project', async () => {
    expect(new Set(otherWrites.map(({ operationId }) => operationId)).size).toBe(6);
    for (const { request, title } of otherWrites) {
      const response = await mills.sendRequest(request);
      expect([title, ...(await codeOf(response))]).toEqual([title, 409, 'import_not_finished']);
    }
  });

  it('answers a write of what is stored already as before', async () => {
    const [write] = writes;
    const request = await write?.request(mills, 'little');
    if (request === undefined) throw new Error('There is no write.');
    await setImport(true, false);
    expect((await mills.sendRequest(request)).status).toBe(200);
    await setImport(false, false);
    expect((await mills.sendRequest(request)).status).toBe(200);
  });

  it('lets commands write, which have a role of their own', async () => {
    await mills.service.stack.dataApi.write(rawSql('delete from resource'));
    expect(await mills.service.stack.owner.read(rawSql('select from resource'))).toEqual([]);
  });
});

describe('an import of a database that is finished, or allows writes', () => {
  it.each([
    ['finished', true, false],
    ['allowing writes', false, true],
  ])('refuses nothing: %s', async (_title, isFinished, allowsWrites) => {
    await placeMills(mills.service);
    await setImport(isFinished, allowsWrites);
    const [write] = writes;
    const request = await write?.request(mills, 'little');
    if (request === undefined) throw new Error('There is no write.');
    expect((await mills.sendRequest(request)).status).toBe(200);
  });
});
