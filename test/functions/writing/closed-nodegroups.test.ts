import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  plannedBy,
  readRecord,
  recordPath,
  sendForm,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

const { appellation, name, place, geometry, sightings } = millNodes;
const path = `/resources/${oldMill}`;

let mills: Mills;
/** A reviewer who may not read the nodegroup of sightings. */
let restrictedReviewer: TestWriter;
/** The mill as an administrator reads it, with all tiles. */
let mill: MillRecord;

beforeAll(async () => {
  mills = await openMills();
  restrictedReviewer = mills.writers.reviewer;
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
  await closeNodegroup(sightings);
  mill = await readRecord(mills.writers.administrator);
});

afterAll(async () => mills?.service.close());

const closeNodegroup = async (nodegroupId: string): Promise<void> =>
  runStatement(
    mills.service,
    `insert into nodegroup_grant (nodegroup_id, account_id, no_access) values ('${nodegroupId}', ${restrictedReviewer.accountId}, true)`,
  );
describe('a tile that the writer may not read', () => {
  it.each(['json-ld', 'json-ld&profile=linked', 'service-json', 'json'])(
    'is kept when the writer sends back the document of GET: %s',
    async (form) => {
      const document = await restrictedReviewer.read(`${path}?format=${form}`);
      expect(JSON.stringify(document)).not.toContain(sightings);
      const before = await mills.traces();
      const answer = await restrictedReviewer.sendRequest(
        'PUT',
        `${path}?format=${form.split('&')[0]}`,
        document,
      );
      expect([answer.status, await mills.traces()]).toEqual([200, before]);
    },
  );

  it('is kept with its parent tile if the writer leaves the parent out, which only removes the parent’s values', async () => {
    const readableRecord = await readRecord(restrictedReviewer);
    const tiles = readableRecord.tiles.filter(({ nodegroup_id: nodegroup }) => nodegroup !== place);
    const answer = await restrictedReviewer.sendRequest('PUT', recordPath, {
      ...readableRecord,
      tiles,
    });
    expect(answer.status).toBe(200);
    const site = tileOf(mill, place);
    expect((await readRecord(mills.writers.administrator)).tiles).toEqual(
      withTile(mill, withValue(site, geometry, null)).tiles,
    );
  });

  it('does not appear in answers, dry runs and history of the writer', async () => {
    const readableRecord = await readRecord(restrictedReviewer);
    const changed = withTile(
      readableRecord,
      withValue(tileOf(readableRecord), name, 'Second Mill'),
    );
    const answers = [
      await restrictedReviewer.sendRequest('PUT', `${recordPath}&dry_run=true`, changed),
      await restrictedReviewer.sendRequest('PUT', recordPath, changed),
      await restrictedReviewer.sendRequest('GET', `${path}/history`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toMatch(new RegExp(`${sightings}|1850`));
    }
  });

  it('prevents the writer from deleting the resource instance of the tile: 403', async () => {
    const answer = await restrictedReviewer.sendRequest('DELETE', `${path}?dry_run=true`);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.not.stringContaining(sightings),
    ]);
  });

  it('gets the same answers to writes as a tile of a nodegroup that does not exist', async () => {
    const sighting = tileOf(mill, sightings);
    const answersByNodegroup = await Promise.all(
      [sightings, id(999)].map(async (nodegroupId) => {
        const tile = { nodegroup_id: nodegroupId, parenttile_id: sighting.parenttile_id, data: {} };
        const record = await readRecord(restrictedReviewer);
        const answers = [
          await restrictedReviewer.sendRequest('POST', '/api/tiles', tile),
          await restrictedReviewer.sendRequest('POST', '/api/tiles', {
            ...tile,
            resourceinstance_id: oldMill,
          }),
          await sendForm(restrictedReviewer, '/api/node_value', { nodeid: nodegroupId, data: 'x' }),
          await sendForm(restrictedReviewer, '/api/node_value', {
            nodeid: nodegroupId,
            data: 'x',
            resourceinstanceid: oldMill,
          }),
          await restrictedReviewer.sendRequest('PUT', recordPath, {
            ...record,
            tiles: [...record.tiles, { ...tile, tileid: id(703), sortorder: 0 }],
          }),
        ];
        const texts = await Promise.all(answers.map(async (answer) => answer.text()));
        return texts.map((text, index) => [
          answers[index]?.status,
          text.replaceAll(nodegroupId, '…').replace(/"requestId":"[^"]*"/, ''),
        ]);
      }),
    );
    expect(answersByNodegroup[0]).toEqual(answersByNodegroup[1]);
    expect(answersByNodegroup[0]?.map(([status]) => status)).toEqual([404, 404, 404, 404, 422]);
  });

  it('is not overwritten by a tile with the same id, which is refused with 409', async () => {
    const before = await mills.traces();
    const tile = { nodegroup_id: appellation, data: { [name]: 'Second Mill' } };
    const answer = await restrictedReviewer.sendRequest(
      'POST',
      `/api/tiles/${tileOf(mill, sightings).tileid}`,
      tile,
    );
    expect([answer.status, await mills.traces()]).toEqual([409, before]);
  });
});

describe('a write to a nodegroup that the writer may read but not write', () => {
  it('is refused with 403 and the id of the nodegroup, and nothing is stored', async () => {
    const { author } = mills.writers;
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_id, can_read) values ('${appellation}', ${author.accountId}, true)`,
    );
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, can_read) select '${appellation}', account_group_id, true from account_group where name = 'Resource Editor'`,
    );
    const before = await mills.traces();
    const document = withTile(mill, withValue(tileOf(mill), name, 'Second Mill'));
    const answer = await author.sendRequest('PUT', recordPath, document);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining(appellation),
    ]);
    expect(await mills.traces()).toBe(before);
  });

  it.each(['PUT', 'DELETE', 'POST'])(
    'is refused with 403 for an account that may only read: %s',
    async (method) => {
      const targetPath = method === 'POST' ? '/resources/mill' : path;
      const body = method === 'DELETE' ? undefined : mill;
      const answer = await mills.writers.reader.sendRequest(method, targetPath, body);
      expect(answer.status).toBe(403);
    },
  );
});

describe('a resource instance that only others may see', () => {
  it('answers a PUT with 404, as if it did not exist', async () => {
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_id, no_access) values ('${oldMill}', ${restrictedReviewer.accountId}, true)`,
    );
    const answer = await restrictedReviewer.sendRequest('PUT', recordPath, mill);
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' });
    await runStatement(mills.service, 'delete from resource_grant');
    expect(await queryColumn(mills.service, 'select count(*) from edit_log')).toEqual(['0']);
  });
});

describe('a dry run', () => {
  it('lists the tiles that would be created, changed and deleted, and stores nothing', async () => {
    const before = await mills.traces();
    const [first, second, ...others] = mill.tiles;
    if (first === undefined || second === undefined) throw new Error('Too few tiles.');
    const newTile = { ...first, tileid: randomUUID() };
    const document = {
      ...mill,
      tiles: [withValue(first, name, 'Second Mill'), ...others, newTile],
    };
    const answer = await mills.writers.administrator.sendRequest(
      'PUT',
      `${recordPath}&dry_run=true`,
      document,
    );
    expect(await plannedBy(answer)).toEqual({
      change: 'update',
      created: [newTile.tileid],
      changed: [first.tileid],
      deleted: [second.tileid],
    });
    expect(await mills.traces()).toBe(before);
  });
});
