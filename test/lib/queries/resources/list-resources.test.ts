import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../../lib/data-api/query.ts';
import { int, json, rawSql, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { nilUuid, parseResourceId } from '../../../../lib/model/ids.ts';
import {
  listResources,
  type ListPageRequest,
} from '../../../../lib/queries/resources/list-resources.ts';
import {
  listIdsOfPart,
  listPartBoundaries,
} from '../../../../lib/queries/resources/visible-id-parts.ts';
import { triesAllCases } from '../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

// Twelve models: two with most of the resource instances, nine with a few each, and one without any. Besides them, the model of the
// system settings.

const graphCount = 12;
const resourceCount = 600;
const settingCount = 3;
const administrator = 1;
const reader = 2;

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  const execute = async (statement: string): Promise<unknown> =>
    stack.owner.write(rawSql(statement));
  await execute(`insert into graph (graph_id, publication_id, slug, name, is_resource_model, source)
select md5('graph ' || n)::uuid, md5('publication ' || n)::uuid, 'graph-' || n, '"name"', true, '{}'
from generate_series(1, ${graphCount}) n`);
  await execute(`insert into graph (graph_id, publication_id, slug, name, is_resource_model, source)
select system_settings_graph(), md5('publication')::uuid, 'system-settings', '"name"', true, '{}'`);
  // Graph 5 has no nodegroup.
  await execute(`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
select md5('nodegroup ' || g.graph_id)::uuid, g.graph_id, '1', 0, 1, false
from graph g
where g.slug <> 'graph-5'`);
  await execute(`insert into resource (resource_id, graph_id)
select md5('resource ' || n)::uuid, md5('graph ' || case when n % 20 > 1 then 1 + n % 2 else 3 + n % 9 end)::uuid
from generate_series(1, ${resourceCount}) n`);
  await execute(`insert into resource (resource_id, graph_id)
select md5('setting ' || n)::uuid, system_settings_graph()
from generate_series(1, ${settingCount}) n`);
  await execute(
    `insert into resource (resource_id, graph_id) values ('${nilUuid}', md5('graph 1')::uuid)`,
  );
  await execute(`insert into account (account_id, username, is_administrator)
values (${administrator}, 'administrator', true), (${reader}, 'reader', false)`);
});

afterAll(async () => stack?.close());

/**
 * The rights of the reader: the numbers of the readable models, and the grants for resource instances by number. A number up to
 * `settingCount` also means the system setting of that number.
 */
type Rights = {
  readonly models: readonly number[];
  readonly granted: readonly { readonly resource: number; readonly canView: boolean }[];
};

async function setRights({ models, granted }: Rights): Promise<void> {
  await stack.owner.write(rawSql('delete from nodegroup_grant'));
  await stack.owner.write(rawSql('delete from resource_grant'));
  // Grants system settings as well when more than six models are readable.
  await stack.owner.write(sql`insert into nodegroup_grant (nodegroup_id, account_id, can_read)
select n.nodegroup_id, ${int(reader)}, true
from nodegroup n
join graph g on g.graph_id = n.graph_id
where g.slug in (select 'graph-' || m.value from jsonb_array_elements_text(${json(models)}) m (value))
  or (g.slug = 'system-settings' and ${int(models.length)} > 6)`);
  await stack.owner
    .write(sql`insert into resource_grant (resource_id, account_id, can_view, no_access)
select r.resource_id, ${int(reader)}, o."canView", not o."canView"
from jsonb_to_recordset(${json(granted)}) as o (resource integer, "canView" boolean)
join resource r on r.resource_id in (md5('resource ' || o.resource)::uuid, md5('setting ' || o.resource)::uuid)`);
}

/** All resource instances that a caller may see, as decided by the database function visible_resource. */
async function readVisibleIds(
  caller: number | null,
  graph: string | undefined,
): Promise<readonly string[]> {
  const rows = await stack.dataApi.read(sql`select v.resource_id::text
from visible_resource(${int(caller)}) v
join graph g on g.graph_id = v.graph_id
${graph === undefined ? sql`` : sql`where g.slug = ${text(graph)}`}
order by v.resource_id`);
  return rows.map(([id]) => String(id));
}

async function readListedIds(
  caller: number | null,
  graph: string | undefined,
  position: ListPageRequest,
  limit: number,
): Promise<readonly string[]> {
  const { ids } = await runQuery(stack.dataApi.read, listResources(caller, graph, position, limit));
  return ids;
}

const anyRights: fc.Arbitrary<Rights> = fc.record({
  models: fc.uniqueArray(fc.integer({ min: 1, max: graphCount })),
  granted: fc.uniqueArray(
    fc.record({ resource: fc.integer({ min: 1, max: resourceCount }), canView: fc.boolean() }),
    { selector: ({ resource }) => resource, maxLength: 40 },
  ),
});
const anyListRequest = fc.record({
  graph: fc.option(
    fc.integer({ min: 1, max: graphCount }).map((number) => `graph-${number}`),
    { nil: undefined, freq: 2 },
  ),
  limit: fc.constantFrom(1, 2, 7, 50, 500, 1000),
  page: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(90, 10 ** 9)),
  after: fc.oneof(fc.constant(nilUuid), fc.uuid()),
});

describe('a page of the resource instances that a caller may see', () => {
  it('is a slice of the sorted list of all these resource instances, for any rights', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRights,
        fc.array(anyListRequest, { minLength: 6, maxLength: 6 }),
        async (rights, listRequests) => {
          await setRights(rights);
          for (const { graph, limit, page, after } of listRequests) {
            const visibleIds = await readVisibleIds(reader, graph);
            const start = (page - 1) * limit;
            expect(await readListedIds(reader, graph, { kind: 'page', page }, limit)).toEqual(
              visibleIds.slice(start, start + limit + 1),
            );
            const cursor = { kind: 'cursor', after: parseResourceId(after) } as const;
            expect(await readListedIds(reader, graph, cursor, limit)).toEqual(
              visibleIds.filter((id) => id > after).slice(0, limit + 1),
            );
          }
        },
      ),
      { numRuns: triesAllCases ? 20 : 6 },
    );
  });

  it.each([
    ['nearly all models', Array.from({ length: graphCount - 1 }, (_, index) => index + 2)],
    ['one small model', [4]],
    ['some small models', [3, 4, 6, 7]],
    ['the large models', [1, 2]],
  ])(
    'is followed by further pages until all of these are listed, for a caller who may read %s',
    async (_what, models) => {
      await setRights({ models, granted: [{ resource: 1, canView: true }] });
      const visibleIds = await readVisibleIds(reader, undefined);
      const listedIds: string[] = [];
      for (let page = 1; listedIds.length < visibleIds.length; page += 1) {
        listedIds.push(
          ...(await readListedIds(reader, undefined, { kind: 'page', page }, 30)).slice(0, 30),
        );
      }
      expect(listedIds).toEqual(visibleIds);
    },
  );

  it('contains for administrators all resource instances, even with a grant that denies access', async () => {
    await stack.owner.write(
      sql`insert into resource_grant (resource_id, account_id, no_access)
values (${uuid(nilUuid)}, ${int(administrator)}, true)`,
    );
    const visibleIds = await readVisibleIds(administrator, undefined);
    // The additional resource instance has the nil UUID.
    expect(visibleIds).toHaveLength(resourceCount + settingCount + 1);
    expect(await readListedIds(administrator, undefined, { kind: 'page', page: 1 }, 1000)).toEqual(
      visibleIds,
    );
    expect(
      await readListedIds(administrator, 'system-settings', { kind: 'page', page: 1 }, 1000),
    ).toEqual(await readVisibleIds(administrator, 'system-settings'));
  });

  it('is empty for a caller who may read nothing, and for an account that does not exist', async () => {
    await setRights({ models: [], granted: [] });
    for (const caller of [reader, null, 99]) {
      expect(await readListedIds(caller, undefined, { kind: 'page', page: 1 }, 10)).toEqual([]);
    }
  });

  it('reports for an empty page whether the caller may read the graph', async () => {
    await setRights({ models: [5], granted: [] });
    const farPosition = { kind: 'page', page: 50 } as const;
    const mayReadGraph = async (graph: string): Promise<boolean> =>
      (await runQuery(stack.dataApi.read, listResources(reader, graph, farPosition, 10)))
        .mayReadGraph;
    expect([
      await mayReadGraph('graph-1'),
      await mayReadGraph('graph-5'),
      await mayReadGraph('no-graph'),
    ]).toEqual([false, false, false]);
    await setRights({ models: [1], granted: [] });
    expect(await mayReadGraph('graph-1')).toBe(true);
    await setRights({ models: [], granted: [{ resource: 3, canView: true }] });
    expect(await mayReadGraph('graph-2')).toBe(true);
  });
});

describe('the boundaries of parts of these resource instances', () => {
  const partSizes = [1, 2, 7, 50, resourceCount, resourceCount + 1];

  it('are the last ids of all parts but the last one, for any rights', async () => {
    await fc.assert(
      fc.asyncProperty(anyRights, fc.constantFrom(...partSizes), async (rights, partSize) => {
        await setRights(rights);
        for (const caller of [reader, administrator, null]) {
          const visibleIds = await readVisibleIds(caller, undefined);
          const boundaries = visibleIds.filter(
            (_id, index) => (index + 1) % partSize === 0 && index + 1 < visibleIds.length,
          );
          expect(await runQuery(stack.dataApi.read, listPartBoundaries(caller, partSize))).toEqual(
            boundaries,
          );
        }
      }),
      { numRuns: triesAllCases ? 20 : 6 },
    );
  });

  it('divide the list, so that the parts together are the whole list', async () => {
    await setRights({ models: [1, 3, 4], granted: [{ resource: 1, canView: true }] });
    const boundaries = await runQuery(stack.dataApi.read, listPartBoundaries(reader, 30));
    const parts = await Promise.all(
      [null, ...boundaries].map((after) =>
        runQuery(stack.dataApi.read, listIdsOfPart(reader, after, 30)),
      ),
    );
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.slice(0, -1).map(({ length }) => length)).toEqual(boundaries.map(() => 30));
    expect(parts.flat()).toEqual(await readVisibleIds(reader, undefined));
  });

  it('can be 20,000 ids apart, because the Data API returns such a part in one call', async () => {
    await stack.owner.write(
      rawSql(`insert into resource (resource_id, graph_id)
select md5('more ' || n)::uuid, md5('graph 1')::uuid
from generate_series(1, 20000) n`),
    );
    const [boundary, ...others] = await runQuery(
      stack.dataApi.read,
      listPartBoundaries(administrator, 20_000),
    );
    const part = await runQuery(stack.dataApi.read, listIdsOfPart(administrator, null, 20_000));
    expect([part.length, part.at(-1), others]).toEqual([20_000, boundary, []]);
  });
});
