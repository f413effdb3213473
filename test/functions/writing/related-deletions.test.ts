import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const { neighbours } = millNodes;
const path = `/resources/${oldMill}`;

const history = z.object({ edits: z.array(z.looseObject({ type: z.string() })) });
const editsOf = async (resourceId: string) =>
  history.parse(await mills.writers.administrator.read(`/resources/${resourceId}/history`)).edits;

describe('DELETE of a resource instance with relations that no tile contains', () => {
  const relatedId = id(504);
  const missingId = id(505);
  const directions = [
    { direction: 'with a relation to another resource instance', from: oldMill, to: relatedId },
    { direction: 'with a relation from another resource instance', from: relatedId, to: oldMill },
  ];
  const relationId = id(551);
  const insertRelation = async (from: string, to: string, relation = relationId): Promise<void> =>
    runStatement(
      mills.service,
      `insert into resource_relation (relation_id, from_resource_id, to_resource_id, relationship_type, notes)
values ('${relation}', '${from}', '${to}', 'built with', 'on the plan')`,
    );
  const listRemainingRelations = (): Promise<readonly string[]> =>
    queryColumn(mills.service, 'select relation_id from resource_relation where tile_id is null');
  const listLoggedDeletions = (): Promise<readonly string[]> =>
    queryColumn(
      mills.service,
      `select concat_ws(' ', resource_id, tile_id, nodegroup_id, old_value ->> 'from', old_value ->> 'to', account_id)
from edit_log
where edit_type = 'relation delete'
order by resource_id`,
    );
  const versionOf = (resourceId: string): Promise<readonly string[]> =>
    queryColumn(mills.service, `select version from resource where resource_id = '${resourceId}'`);
  const listActivities = (): Promise<readonly string[]> =>
    queryColumn(
      mills.service,
      'select activity_type || resource_id from activity order by activity_type, resource_id',
    );

  beforeEach(async () => {
    // In these tests no tile contains a reference to the mill.
    await runStatement(
      mills.service,
      `with deleted as (
  delete from tile where nodegroup_id = '${neighbours}'
)
insert into resource (resource_id, graph_id)
select '${relatedId}', graph_id from resource where resource_id = '${oldMill}'`,
    );
  });

  describe.each(directions)('$direction', ({ from, to }) => {
    beforeEach(async () => insertRelation(from, to));

    it('is refused with on_reference=refuse: 409 with the URI of the other end, and nothing changes', async () => {
      const before = await mills.traces();
      const answer = await reviewer.sendRequest('DELETE', `${path}?on_reference=refuse`);
      expect(await answer.json()).toMatchObject({
        status: 409,
        referrers: { resources: [`${baseUrl}/resources/${relatedId}`], hidden: 0 },
      });
      expect([await mills.traces(), await listRemainingRelations()]).toEqual([
        before,
        [relationId],
      ]);
    });

    it('counts the other end without listing it if the caller may not see it', async () => {
      await runStatement(
        mills.service,
        `insert into resource_grant (resource_id, account_id, no_access) values ('${relatedId}', ${reviewer.accountId}, true)`,
      );
      const answer = await reviewer.sendRequest('DELETE', `${path}?on_reference=refuse`);
      const text = await answer.text();
      expect(text).toContain('"referrers":{"resources":[],"hidden":1}');
      expect(text).not.toContain(relatedId);
    });

    it('lists the other end in a dry run', async () => {
      const answer = await reviewer.sendRequest('DELETE', `${path}?dry_run=true`);
      expect(await answer.json()).toMatchObject({
        referrers: { resources: [`${baseUrl}/resources/${relatedId}`], hidden: 0 },
      });
      expect(await listRemainingRelations()).toEqual([relationId]);
    });

    it('deletes and logs the relation for both ends, and adds a version and an activity of the other end', async () => {
      expect(await mills.service.countCalls(() => reviewer.sendRequest('DELETE', path))).toBe(2);
      expect(await listRemainingRelations()).toEqual([]);
      expect(await listLoggedDeletions()).toEqual(
        [oldMill, relatedId].map((end) => [end, from, to, reviewer.accountId].join(' ')),
      );
      expect(await versionOf(relatedId)).toEqual(['2']);
      expect(await listActivities()).toEqual([`Delete${oldMill}`, `Update${relatedId}`]);
    });

    it('keeps all values of the relation in the history', async () => {
      await reviewer.sendRequest('DELETE', path);
      for (const end of [oldMill, relatedId]) {
        const edit = (await editsOf(end)).find(({ type }) => type === 'relation delete');
        expect(edit).toMatchObject({
          tile: null,
          nodegroup: null,
          before: {
            relation_id: relationId,
            from,
            to,
            relationship_type: 'built with',
            inverse_relationship_type: null,
            notes: 'on the plan',
            date_started: null,
            date_ended: null,
          },
          after: null,
        });
      }
    });

    it('changes the version of the other end only once if a tile of the other end also refers to the deleted one', async () => {
      const reference = JSON.stringify({ [neighbours]: [{ resourceId: oldMill }] });
      await runStatement(
        mills.service,
        `insert into tile (tile_id, resource_id, nodegroup_id, data)
values ('${id(650)}', '${relatedId}', '${neighbours}', '${reference}')`,
      );
      const planned = await reviewer.sendRequest('DELETE', `${path}?dry_run=true`);
      expect(await planned.json()).toMatchObject({
        referrers: { resources: [`${baseUrl}/resources/${relatedId}`], hidden: 0 },
      });
      expect((await reviewer.sendRequest('DELETE', path)).status).toBe(200);
      expect(await versionOf(relatedId)).toEqual(['2']);
      expect(await listActivities()).toEqual([`Delete${oldMill}`, `Update${relatedId}`]);
      const edits = await editsOf(relatedId);
      expect(edits.map(({ type }) => type).toSorted()).toEqual(['relation delete', 'tile edit']);
    });
  });

  it.each([
    { other: 'a missing resource instance', from: oldMill, to: missingId },
    { other: 'a missing resource instance in the other direction', from: missingId, to: oldMill },
    { other: 'itself', from: oldMill, to: oldMill },
  ])(
    'deletes and logs a relation to $other, even with on_reference=refuse',
    async ({ from, to }) => {
      await insertRelation(from, to);
      expect((await reviewer.sendRequest('DELETE', `${path}?on_reference=refuse`)).status).toBe(
        200,
      );
      expect(await listRemainingRelations()).toEqual([]);
      expect(await listLoggedDeletions()).toEqual([
        [oldMill, from, to, reviewer.accountId].join(' '),
      ]);
      expect(await listActivities()).toEqual([`Delete${oldMill}`]);
    },
  );

  it('keeps relations between other resource instances', async () => {
    await insertRelation(relatedId, neighbour);
    await reviewer.sendRequest('DELETE', path);
    expect([await listRemainingRelations(), await versionOf(relatedId)]).toEqual([
      [relationId],
      ['1'],
    ]);
  });

  it('logs each of several relations to one resource instance, but changes its version only once', async () => {
    await insertRelation(oldMill, relatedId);
    await insertRelation(relatedId, oldMill, id(552));
    await reviewer.sendRequest('DELETE', path);
    expect(await listLoggedDeletions()).toHaveLength(4);
    expect(await versionOf(relatedId)).toEqual(['2']);
  });
});
