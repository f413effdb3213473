import { afterAll, beforeAll, expect, it } from 'vitest';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, tileOf, withValue, type Mills, type TileRecord } from './mills.ts';

const { appellation, name, note, place } = millNodes;

let mills: Mills;
let tile: TileRecord;

beforeAll(async () => {
  mills = await openMills();
  const { author, reviewer } = mills.writers;
  tile = tileOf(await readRecord(reviewer));
  const proposed = withValue(withValue(tile, note, 'behind the wall'), name, 'Burnt Mill');
  await author.sendRequest('POST', `/api/tiles/${tile.tileid}`, proposed);
  await runStatement(
    mills.service,
    `insert into resource_grant (resource_id, account_id, can_view, can_change, can_delete)
values ('${oldMill}', ${reviewer.accountId}, true, true, true)`,
  );
  await runStatement(
    mills.service,
    `update node set nodegroup_id = '${place}' where node_id = '${note}'`,
  );
  await runStatement(
    mills.service,
    `insert into former_nodegroup (nodegroup_id, node_id) values ('${appellation}', '${note}')`,
  );
  await runStatement(
    mills.service,
    `insert into nodegroup_grant (nodegroup_id, account_id, no_access)
values ('${place}', ${reviewer.accountId}, true), ('${place}', ${author.accountId}, true)`,
  );
});

afterAll(async () => mills?.service.close());

it.each<[string, 'author' | 'reviewer', string, string, object | undefined]>([
  ['a read', 'reviewer', 'GET', '/api/tiles/{tile}', undefined],
  ['a read of the author', 'author', 'GET', '/api/tiles/{tile}', undefined],
  ['a dry run', 'reviewer', 'POST', '/api/tiles/{tile}?dry_run=true', { [name]: 'New Mill' }],
  ['the author’s dry run', 'author', 'POST', '/api/tiles/{tile}?dry_run=true', { [name]: 'New' }],
  ['a write without changes', 'reviewer', 'POST', '/api/tiles/{tile}', {}],
  ['a write', 'reviewer', 'POST', '/api/tiles/{tile}', { [name]: 'New Mill' }],
  [
    'the dry run of a deletion',
    'reviewer',
    'DELETE',
    `/resources/${oldMill}?dry_run=true`,
    undefined,
  ],
])(
  'a proposed value of a node that moved to a closed nodegroup is not in the answer to %s',
  async (_, who, method, path, data) => {
    const answer = await mills.writers[who].sendRequest(
      method,
      path.replace('{tile}', tile.tileid),
      data && { nodegroup_id: appellation, data },
    );
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.not.stringContaining('behind the wall')]);
  },
);

it('a proposed value of a node that moved to a closed nodegroup stays when a reviewer who cannot see it writes the tile', async () => {
  const { author, reviewer } = mills.writers;
  const answer = await reviewer.sendRequest('POST', `/api/tiles/${tile.tileid}`, {
    nodegroup_id: appellation,
    data: { [name]: 'Newer Mill' },
  });
  expect(answer.status).toBe(200);
  expect(
    await queryColumn(
      mills.service,
      `select provisional_edits #>> '{${author.accountId},value,${note}}' from tile where tile_id = '${tile.tileid}'`,
    ),
  ).toEqual(['behind the wall']);
});
