import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { runStatement } from '../../support/sample.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from '../writing/every-write.ts';
import { millNodes } from '../writing/mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from '../writing/mills.ts';
import type { TestWriter } from '../writing/writers.ts';

let mills: Mills;
let administrator: TestWriter;
/** Has the right `history`. */
let reviewer: TestWriter;
/** May read, but does not have the right `history`. */
let reader: TestWriter;

const { appellation, name } = millNodes;
const unknownResource = id(799);

beforeAll(async () => {
  mills = await openMills();
  ({ administrator, reviewer, reader } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
  await setRightsOfGuest({ read: true, history: false });
});

afterAll(async () => mills?.service.close());

const pathOf = (resourceId: string): string => `/resources/${resourceId}/history`;

const page = z.object({
  edits: z.array(
    z.looseObject({
      type: z.string(),
      tile: z.string().nullable(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
});

/** Reads the history as a caller; `nobody` is a caller without a token. */
async function editsFor(caller: TestWriter | 'nobody', resourceId = oldMill) {
  const answer =
    caller === 'nobody'
      ? await mills.service.fetch(pathOf(resourceId))
      : await caller.sendRequest('GET', pathOf(resourceId));
  return page.parse(await answer.json()).edits;
}

async function setRightsOfGuest(rights: {
  readonly read: boolean;
  readonly history: boolean;
}): Promise<void> {
  await mills.service.stack.dataApi.write(
    setGroupDefaults('Guest', { ...rights, write: false, delete: false }),
  );
}

const denyAccess = async (caller: TestWriter, resourceId: string): Promise<void> =>
  runStatement(
    mills.service,
    `insert into resource_grant (resource_id, account_id, no_access) values ('${resourceId}', ${caller.accountId}, true)`,
  );

/** Changes the name of the old mill. */
async function rename(text: string): Promise<void> {
  const mill = await readRecord(reviewer);
  await reviewer.sendRequest(
    'PUT',
    recordPath,
    withTile(mill, withValue(tileOf(mill), name, text)),
  );
}

describe('the history of a resource instance', () => {
  const readStatuses = async (fetchPath: (path: string) => Promise<Response>) =>
    Promise.all(
      [oldMill, neighbour, unknownResource].map(
        async (resourceId) => (await fetchPath(pathOf(resourceId))).status,
      ),
    );
  const readStatusesFor = async (caller: TestWriter) =>
    readStatuses((path) => caller.sendRequest('GET', path));
  const denyToGuestSql = `insert into resource_grant (resource_id, account_group_id, no_access) values ('${neighbour}', 1, true)`;

  it('is 401 without a token, for every resource instance, unless Guest has the right `history`', async () => {
    await runStatement(mills.service, denyToGuestSql);
    expect(await readStatuses((path) => mills.service.fetch(path))).toEqual([401, 401, 401]);
    await setRightsOfGuest({ read: true, history: true });
    expect(await readStatuses((path) => mills.service.fetch(path))).toEqual([200, 404, 404]);
  });

  it('is 403 for accounts without the right `history`, and 404 if they may not see the resource instance', async () => {
    await denyAccess(reader, neighbour);
    expect(await readStatusesFor(reader)).toEqual([403, 404, 404]);
    const refusal = await reader.sendRequest('GET', pathOf(oldMill));
    expect(await refusal.json()).toMatchObject({ code: 'not_allowed', status: 403 });
  });

  it('is 200 for accounts with the right `history`, and 404 if they may not see the resource instance', async () => {
    await denyAccess(reviewer, neighbour);
    expect(await readStatusesFor(reviewer)).toEqual([200, 404, 404]);
    expect(await readStatusesFor(administrator)).toEqual([200, 200, 404]);
  });

  it('has no values in the answer to a caller without the right `history`', async () => {
    await rename('Second Mill');
    await rename('Third Mill');
    for (const answer of [
      await mills.service.fetch(pathOf(oldMill)),
      await reader.sendRequest('GET', pathOf(oldMill)),
    ]) {
      expect(await answer.text()).not.toMatch(/Old Mill|Second Mill|Third Mill/);
    }
    await setRightsOfGuest({ read: true, history: true });
    expect(JSON.stringify(await editsFor('nobody'))).toMatch(/Second Mill.*Old Mill/);
  });

  it('has only edits of nodegroups that the caller may read now', async () => {
    await rename('Second Mill');
    await setRightsOfGuest({ read: true, history: true });
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access) values ('${appellation}', 1, true)`,
    );
    expect(await editsFor('nobody')).toEqual([]);
    expect(await editsFor(reviewer)).toHaveLength(1);
  });

  it('has only the readable values of a tile that was moved from one nodegroup to another', async () => {
    const { tileid } = tileOf(await readRecord(reviewer));
    const insertEditSql = (value: string, nodegroupId: string) =>
      `insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value)
values (gen_random_uuid(), '${oldMill}', '${tileid}', '${nodegroupId}', 'tile edit', '{"${name}": "${value}"}')`;
    await runStatement(mills.service, insertEditSql('in a readable nodegroup', appellation));
    await runStatement(mills.service, insertEditSql('in an unreadable nodegroup', millNodes.place));
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_id, no_access) values ('${millNodes.place}', ${reviewer.accountId}, true)`,
    );
    expect(await editsFor(reviewer)).toEqual([
      expect.objectContaining({ before: { [name]: 'in a readable nodegroup' }, after: null }),
    ]);
    expect(await editsFor(administrator)).toHaveLength(2);
  });

  it('has the former nodegroup of a tile that an import has moved to another nodegroup', async () => {
    const mill = await readRecord(administrator);
    const movedTile = tileOf(mill);
    const record = {
      resourceinstance: { resourceinstanceid: oldMill, graph_id: mill.graph_id },
      tiles: [{ ...movedTile, nodegroup_id: millNodes.place, data: {} }],
    };
    await withJsonFile({ business_data: { resources: [record] } }, (file) =>
      importResources([file], mills.service.importContext),
    );
    const edits = await editsFor(administrator);
    expect(edits.find(({ tile }) => tile === movedTile.tileid)).toMatchObject({
      type: 'tile edit',
      nodegroup: appellation,
      before: { [name]: 'Old Mill' },
    });
  });

  it('has edits from before a deletion, which may have been proposals, only for administrators if the id is used again', async () => {
    await rename('Second Mill');
    const mill = await readRecord(reviewer);
    await reviewer.sendRequest('DELETE', `/resources/${oldMill}`);
    await reviewer.sendRequest('PUT', recordPath, mill);
    const shownEdits = await editsFor(reviewer);
    expect(shownEdits.map(({ type }) => type)).toEqual([
      'create',
      ...mill.tiles.map(() => 'tile create'),
    ]);
    expect(JSON.stringify(await editsFor(administrator))).toContain('Old Mill');
  });
});

describe('the edit of a relation that is in no tile', () => {
  const relation = { from: oldMill, to: neighbour, type: 'stands beside' };

  /** Stores the edits of a deleted relation, one for each end. */
  async function storeDeletedRelation(deletedRelation = relation): Promise<void> {
    for (const resourceId of [deletedRelation.from, deletedRelation.to]) {
      await runStatement(
        mills.service,
        `insert into edit_log (transaction_id, resource_id, edit_type, old_value)
values (gen_random_uuid(), '${resourceId}', 'relation delete', '${JSON.stringify(deletedRelation)}')`,
      );
    }
  }

  const expectedEdits = [
    expect.objectContaining({ type: 'relation delete', before: relation, after: null }),
  ];

  it.each([oldMill, neighbour])('is shown to callers who may see both ends: %s', async (end) => {
    await storeDeletedRelation();
    expect(await editsFor(reviewer, end)).toEqual(expectedEdits);
    expect(await editsFor(administrator, end)).toEqual(expectedEdits);
  });

  it.each([
    [oldMill, neighbour],
    [neighbour, oldMill],
  ])('is not shown in the history of %s if access to %s is denied', async (end, otherEnd) => {
    await storeDeletedRelation();
    await denyAccess(reviewer, otherEnd);
    expect(await editsFor(reviewer, end)).toEqual([]);
    expect(await editsFor(administrator, end)).toEqual(expectedEdits);
  });

  it('is shown only to administrators if one end no longer exists', async () => {
    await storeDeletedRelation({ ...relation, to: unknownResource });
    expect(await editsFor(reviewer)).toEqual([]);
    expect(await editsFor(administrator)).toHaveLength(1);
  });
});
