import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

/* Who may propose something may withdraw it, without the right to delete. */

const { appellation, name } = millNodes;
const newMill = id(503);

let mills: Mills;
let author: TestWriter;
let anotherAuthor: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ author, anotherAuthor } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await setRights('true');
});

afterAll(async () => mills?.service.close());

/** Sets whether editors may write; they may not delete anything. */
const setRights = (canWrite: string): Promise<void> =>
  runStatement(
    mills.service,
    `update account_group set can_read = true, can_write = ${canWrite}, can_delete = false where name = 'Resource Editor'`,
  );

const put = (who: TestWriter): Promise<Response> =>
  who.sendRequest('PUT', `/resources/mill/${newMill}?format=service-json`, {
    tiles: [{ tileid: id(621), nodegroup_id: appellation, data: { [name]: 'Windmill' } }],
  });
const statusOfDeletion = async (who: TestWriter, resource = newMill, query = '') =>
  (await who.sendRequest('DELETE', `/resources/${resource}${query}`)).status;
const permissionsOf = async (who: TestWriter, resource = newMill): Promise<unknown> =>
  z
    .looseObject({ delete: z.boolean() })
    .parse(await who.read(`/api/instance_permissions/?resourceinstanceid=${resource}`)).delete;

describe('an account that may propose but not delete', () => {
  it('deletes the resource instance that it has proposed, and /api/instance_permissions announces it', async () => {
    expect((await put(author)).status).toBe(201);
    expect(await permissionsOf(author)).toBe(true);
    expect(await statusOfDeletion(author, newMill, '?dry_run=true')).toBe(200);
    expect(await statusOfDeletion(author)).toBe(200);
    expect(
      await queryColumn(mills.service, 'select 1 from resource where proposed_by is not null'),
    ).toEqual([]);
  });

  it.each(['Resource Editor', 'Crowdsource Editor'])('can be in the group %s', async (group) => {
    await runStatement(
      mills.service,
      `update group_member m set account_group_id = g.account_group_id from account_group g
where g.name = '${group}' and m.account_id = ${anotherAuthor.accountId}`,
    );
    expect((await put(anotherAuthor)).status).toBe(201);
    expect(await statusOfDeletion(anotherAuthor)).toBe(200);
  });

  it('does not delete an accepted resource instance, or one that another author has proposed', async () => {
    expect((await put(author)).status).toBe(201);
    expect(await statusOfDeletion(anotherAuthor)).toBe(404);
    expect(await statusOfDeletion(author, oldMill)).toBe(403);
    expect(await permissionsOf(author, oldMill)).toBe(false);
  });

  it('does not delete its proposal if it may no longer write', async () => {
    expect((await put(author)).status).toBe(201);
    await setRights('false');
    expect(await permissionsOf(author)).toBe(false);
    expect(await statusOfDeletion(author)).toBe(403);
  });

  it('removes a tile that it has proposed with a document that leaves the tile out', async () => {
    const stored = await readRecord(author);
    await author.sendRequest('POST', '/api/tiles', {
      nodegroup_id: appellation,
      data: { [name]: 'Burnt Mill' },
      resourceinstance_id: oldMill,
    });
    expect((await author.sendRequest('PUT', recordPath, stored)).status).toBe(200);
    expect(await readRecord(author)).toEqual(stored);
    const fewerTiles = { ...stored, tiles: stored.tiles.slice(1) };
    expect((await author.sendRequest('PUT', recordPath, fewerTiles)).status).toBe(403);
  });
});
