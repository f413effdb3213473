import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMillYard,
  plannedBy,
  recordOf,
  recordPath,
  sendForm,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type MillYard,
} from './mill-yard.ts';
import type { TestWriter } from './writers.ts';

const { appellation, name, place, geometry, seen } = millNodes;
const path = `/resources/${oldMill}`;

let yard: MillYard;
/** A reviewer from whom sightings are closed. */
let blind: TestWriter;
/** The whole mill. */
let mill: MillRecord;

beforeAll(async () => {
  yard = await openMillYard();
  blind = yard.writers.reviewer;
});

beforeEach(async () => {
  await yard.reset();
  await runStatement(yard.service, 'delete from nodegroup_grant');
  await close(seen);
  mill = await recordOf(yard.writers.administrator);
});

afterAll(async () => yard?.service.close());

const close = async (nodegroupId: string): Promise<void> =>
  runStatement(
    yard.service,
    `insert into nodegroup_grant (nodegroup_id, account_id, no_access) values ('${nodegroupId}', ${blind.accountId}, true)`,
  );
describe('what a writer may not read', () => {
  it.each(['json-ld', 'json-ld&profile=linked', 'service-json', 'json'])(
    'stays where the writer puts back what GET gave: %s',
    async (form) => {
      const document = await blind.read(`${path}?format=${form}`);
      expect(JSON.stringify(document)).not.toContain(seen);
      const before = await yard.traces();
      const answer = await blind.ask('PUT', `${path}?format=${form.split('&')[0]}`, document);
      expect([answer.status, await yard.traces()]).toEqual([200, before]);
    },
  );

  it('stays with what it hangs in, which is emptied where the writer leaves it out', async () => {
    const own = await recordOf(blind);
    const tiles = own.tiles.filter(({ nodegroup_id: nodegroup }) => nodegroup !== place);
    const answer = await blind.ask('PUT', recordPath, { ...own, tiles });
    expect(answer.status).toBe(200);
    const site = tileOf(mill, place);
    expect((await recordOf(yard.writers.administrator)).tiles).toEqual(
      withTile(mill, withValue(site, geometry, null)).tiles,
    );
  });

  it('is in no answer, no dry run and no history of the writer', async () => {
    const own = await recordOf(blind);
    const changed = withTile(own, withValue(tileOf(own), name, 'Second Mill'));
    const answers = [
      await blind.ask('PUT', `${recordPath}&dry_run=true`, changed),
      await blind.ask('PUT', recordPath, changed),
      await blind.ask('GET', `${path}/history`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toMatch(new RegExp(`${seen}|1850`));
    }
  });

  it('keeps the writer from deleting the resource instance, which would go with it', async () => {
    const answer = await blind.ask('DELETE', `${path}?dry_run=true`);
    expect([answer.status, await answer.text()]).toEqual([403, expect.not.stringContaining(seen)]);
  });

  it('is to every write what is not there', async () => {
    const sighting = tileOf(mill, seen);
    const told = await Promise.all(
      [seen, id(999)].map(async (one) => {
        const tile = { nodegroup_id: one, parenttile_id: sighting.parenttile_id, data: {} };
        const record = await recordOf(blind);
        const answers = [
          await blind.ask('POST', '/api/tiles', tile),
          await blind.ask('POST', '/api/tiles', { ...tile, resourceinstance_id: oldMill }),
          await sendForm(blind, '/api/node_value', { nodeid: one, data: 'x' }),
          await sendForm(blind, '/api/node_value', {
            nodeid: one,
            data: 'x',
            resourceinstanceid: oldMill,
          }),
          await blind.ask('PUT', recordPath, {
            ...record,
            tiles: [...record.tiles, { ...tile, tileid: id(703), sortorder: 0 }],
          }),
        ];
        const texts = await Promise.all(answers.map(async (answer) => answer.text()));
        return texts.map((text, at) => [
          answers[at]?.status,
          text.replaceAll(one, '…').replace(/"requestId":"[^"]*"/, ''),
        ]);
      }),
    );
    expect(told[0]).toEqual(told[1]);
    expect(told[0]?.map(([status]) => status)).toEqual([404, 404, 404, 404, 422]);
  });

  it('is not overwritten by a tile of its id', async () => {
    const before = await yard.traces();
    const tile = { nodegroup_id: appellation, data: { [name]: 'Second Mill' } };
    const answer = await blind.ask('POST', `/api/tiles/${tileOf(mill, seen).tileid}`, tile);
    expect([answer.status, await yard.traces()]).toEqual([409, before]);
  });
});

describe('what a writer may read and not write', () => {
  it('is refused by the name of its nodegroup, and nothing is stored', async () => {
    const { author } = yard.writers;
    await runStatement(
      yard.service,
      `insert into nodegroup_grant (nodegroup_id, account_id, can_read) values ('${appellation}', ${author.accountId}, true)`,
    );
    await runStatement(
      yard.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, can_read) select '${appellation}', account_group_id, true from account_group where name = 'Resource Editor'`,
    );
    const before = await yard.traces();
    const document = withTile(mill, withValue(tileOf(mill), name, 'Second Mill'));
    const answer = await author.ask('PUT', recordPath, document);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining(appellation),
    ]);
    expect(await yard.traces()).toBe(before);
  });

  it.each(['PUT', 'DELETE', 'POST'])(
    'cannot be written by who may only read: %s',
    async (method) => {
      const to = method === 'POST' ? '/resources/mill' : path;
      const body = method === 'DELETE' ? undefined : mill;
      const answer = await yard.writers.reader.ask(method, to, body);
      expect(answer.status).toBe(403);
    },
  );
});

describe('a resource instance that is there for others alone', () => {
  it('cannot be put, and is not told from one that is not there', async () => {
    await runStatement(
      yard.service,
      `insert into resource_grant (resource_id, account_id, no_access) values ('${oldMill}', ${blind.accountId}, true)`,
    );
    const answer = await blind.ask('PUT', recordPath, mill);
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' });
    await runStatement(yard.service, 'delete from resource_grant');
    expect(await queryColumn(yard.service, 'select count(*) from edit_log')).toEqual(['0']);
  });
});

describe('a dry run', () => {
  it('says which tiles would be created, changed and deleted, and stores nothing', async () => {
    const before = await yard.traces();
    const [first, second, ...others] = mill.tiles;
    if (first === undefined || second === undefined) throw new Error('Too few tiles.');
    const fresh = { ...first, tileid: randomUUID() };
    const document = { ...mill, tiles: [withValue(first, name, 'Second Mill'), ...others, fresh] };
    const answer = await yard.writers.administrator.ask(
      'PUT',
      `${recordPath}&dry_run=true`,
      document,
    );
    expect(await plannedBy(answer)).toEqual({
      change: 'update',
      created: [fresh.tileid],
      changed: [first.tileid],
      deleted: [second.tileid],
    });
    expect(await yard.traces()).toBe(before);
  });
});
