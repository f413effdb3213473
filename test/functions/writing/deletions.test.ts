import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill, resourceIds } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  plannedBy,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const { name, neighbours } = millNodes;
const path = `/resources/${oldMill}`;

const history = z.object({
  resource: z.string(),
  next: z.string().nullable(),
  edits: z.array(
    z.looseObject({ id: z.string(), type: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
});
const historyOf = async (who: TestWriter, query = '', resourceId = oldMill) =>
  history.parse(await who.read(`/resources/${resourceId}/history${query}`));

describe('DELETE /resources/{id}', () => {
  it('answers 200 without a body, and 404 the second time', async () => {
    const first = await reviewer.sendRequest('DELETE', path);
    expect([first.status, await first.text()]).toEqual([200, '']);
    expect((await reviewer.sendRequest('DELETE', path)).status).toBe(404);
    expect((await reviewer.sendRequest('GET', path)).status).toBe(404);
  });

  it('makes two Data API calls', async () => {
    expect(await mills.service.countCalls(() => reviewer.sendRequest('DELETE', path))).toBe(2);
  });

  it('reads neither the model nor the tiles', async () => {
    await runStatement(
      mills.service,
      `with inserted as (
  insert into publication (publication_id, graph_id, document)
  select gen_random_uuid(), graph_id, document || repeat(' ', 100000) from publication
  returning *
)
update graph g
set publication_id = i.publication_id
from inserted i
where i.graph_id = g.graph_id`,
    );
    const { counters } = mills.service.stack.server;
    const before = counters.read().bytesOut;
    expect((await reviewer.sendRequest('DELETE', path)).status).toBe(200);
    // The limit leaves room for two answers with their headers. Even the names of the mill would exceed it.
    expect(counters.read().bytesOut - before).toBeLessThan(1000);
  });

  it('deletes tiles, features, relations and grants with the resource instance', async () => {
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_id, can_view, can_change, can_delete) values ('${oldMill}', ${reviewer.accountId}, true, true, true)`,
    );
    await reviewer.sendRequest('DELETE', path);
    const remainingCountsSql = ['tile', 'feature', 'resource_grant', 'resource_relation'].map(
      (table) => {
        const column = table === 'resource_relation' ? 'to_resource_id' : 'resource_id';
        return `(select count(*) from ${table} where ${column} = '${oldMill}')`;
      },
    );
    expect(await queryColumn(mills.service, `select ${remainingCountsSql.join(' + ')}`)).toEqual([
      '0',
    ]);
  });

  it('removes the references of other resource instances, each with an edit, a version and an activity', async () => {
    await reviewer.sendRequest('DELETE', path);
    expect(tileOf(await readRecord(reviewer, neighbour), neighbours).data).toMatchObject({
      [neighbours]: null,
    });
    expect(
      await queryColumn(
        mills.service,
        `select version from resource where resource_id = '${neighbour}'`,
      ),
    ).toEqual(['2']);
    expect(
      await queryColumn(
        mills.service,
        'select activity_type || resource_id from activity order by ordinal',
      ),
    ).toEqual([`Delete${oldMill}`, `Update${neighbour}`]);
    const { edits } = await historyOf(reviewer, '', neighbour);
    expect(edits.map(({ type, after }) => [type, after])).toEqual([
      ['tile edit', expect.objectContaining({ [neighbours]: null })],
    ]);
  });

  it('answers 409 with on_reference=refuse if there are references, lists the referrers, and changes nothing', async () => {
    const before = await mills.traces();
    const answer = await reviewer.sendRequest('DELETE', `${path}?on_reference=refuse`);
    expect(await answer.json()).toMatchObject({
      status: 409,
      code: 'still_referenced',
      referrers: { resources: [`${baseUrl}/resources/${neighbour}`], hidden: 0 },
    });
    expect(await mills.traces()).toBe(before);
  });

  it('counts referrers that the caller may not see, without listing them', async () => {
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_id, no_access) values ('${neighbour}', ${reviewer.accountId}, true)`,
    );
    const answer = await reviewer.sendRequest('DELETE', `${path}?on_reference=refuse`);
    const text = await answer.text();
    expect(text).toContain('"referrers":{"resources":[],"hidden":1}');
    expect(text).not.toContain(neighbour);
  });

  it('lists with dry_run the tiles that would be deleted, and deletes nothing', async () => {
    const before = await mills.traces();
    const { tiles } = await readRecord(reviewer);
    expect(await plannedBy(await reviewer.sendRequest('DELETE', `${path}?dry_run=true`))).toEqual({
      change: 'delete',
      created: [],
      changed: [],
      deleted: tiles.map(({ tileid }) => tileid),
    });
    expect(await mills.traces()).toBe(before);
  });

  it('answers with the same 404 whether the caller may not see the resource instance or it does not exist', async () => {
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_id, no_access) values ('${oldMill}', ${reviewer.accountId}, true)`,
    );
    const before = await mills.traces();
    const answers = await Promise.all(
      [oldMill, id(799)].map(async (resourceId) => {
        const answer = await reviewer.sendRequest('DELETE', `/resources/${resourceId}`);
        return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);
    expect(await mills.traces()).toBe(before);
  });

  it('is refused with 403 for an account that may see the resource instance but not delete it', async () => {
    expect((await mills.writers.reader.sendRequest('DELETE', path)).status).toBe(403);
    expect(await resourceIds(mills.service)).toContain(oldMill);
  });
});

describe('GET /resources/{id}/history', () => {
  async function rename(...texts: readonly string[]): Promise<void> {
    const mill = await readRecord(reviewer);
    for (const text of texts) {
      await reviewer.sendRequest(
        'PUT',
        recordPath,
        withTile(mill, withValue(tileOf(mill), name, text)),
      );
    }
  }

  it('lists the values before and after each edit, the latest edit first', async () => {
    await rename('Second Mill', 'Third Mill', 'Fourth Mill');
    const { edits } = await historyOf(reviewer);
    const valuesWithName = (text: string) => expect.objectContaining({ [name]: text });
    expect(edits.map(({ type, before, after }) => [type, before, after])).toEqual([
      ['tile edit', valuesWithName('Third Mill'), valuesWithName('Fourth Mill')],
      ['tile edit', valuesWithName('Second Mill'), valuesWithName('Third Mill')],
      ['tile edit', valuesWithName('Old Mill'), valuesWithName('Second Mill')],
    ]);
  });

  it('links to the next page, and the pages contain every edit once', async () => {
    await rename('Second Mill', 'Third Mill', 'Fourth Mill', 'Fifth Mill', 'Sixth Mill');
    const allEditIds = (await historyOf(reviewer)).edits.map(({ id: edit }) => edit);
    const pagedEditIds: string[] = [];
    let query: string | null = '?limit=2';
    while (query !== null) {
      const page: z.output<typeof history> = await historyOf(reviewer, query);
      pagedEditIds.push(...page.edits.map(({ id: edit }) => edit));
      query = page.next === null ? null : new URL(page.next).search;
    }
    expect(pagedEditIds).toEqual(allEditIds);
    expect(allEditIds).toHaveLength(5);
  });

  it('of a deleted resource instance is readable only for administrators', async () => {
    await rename('Second Mill');
    await reviewer.sendRequest('DELETE', path);
    expect((await reviewer.sendRequest('GET', `${path}/history`)).status).toBe(404);
    const { edits } = await historyOf(mills.writers.administrator);
    expect(edits[0]?.type).toBe('delete');
    expect(edits.at(-1)).toMatchObject({
      type: 'tile edit',
      before: { [name]: 'Old Mill' },
      after: { [name]: 'Second Mill' },
    });
  });

  it('continues when a resource instance is created again with the id of a deleted one', async () => {
    const mill = await readRecord(reviewer);
    await reviewer.sendRequest('DELETE', path);
    const answer = await reviewer.sendRequest('PUT', recordPath, mill);
    expect(answer.status).toBe(201);
    const types = (await historyOf(mills.writers.administrator)).edits.map(({ type }) => type);
    expect(types.filter((type) => !type.startsWith('tile'))).toEqual(['create', 'delete']);
    expect((await readRecord(reviewer)).tiles).toEqual(mill.tiles);
  });

  it('does not list edits of nodegroups that the caller may not read', async () => {
    const { author } = mills.writers;
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_id, no_access) values ('${millNodes.appellation}', ${author.accountId}, true)`,
    );
    await rename('Second Mill');
    const text = await (await author.sendRequest('GET', `${path}/history`)).text();
    await runStatement(mills.service, 'delete from nodegroup_grant');
    expect(text).toContain('"edits":[]');
  });

  it('shows proposals to their author and to reviewers', async () => {
    const { author, reader } = mills.writers;
    const setHistoryRight = (isGranted: boolean) =>
      runStatement(
        mills.service,
        `update account_group set can_read_history = ${isGranted} where name = 'Resource Exporter'`,
      );
    await setHistoryRight(true);
    const mill = await readRecord(author);
    await author.sendRequest(
      'PUT',
      recordPath,
      withTile(mill, withValue(tileOf(mill), name, 'Burnt Mill')),
    );
    const showsProposalTo = async (who: TestWriter) =>
      JSON.stringify(await historyOf(who)).includes('Burnt Mill');
    expect([
      await showsProposalTo(author),
      await showsProposalTo(reviewer),
      await showsProposalTo(reader),
    ]).toEqual([true, true, false]);
    await setHistoryRight(false);
  });
});
