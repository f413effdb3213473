import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import { heritagePlaceModel } from '../../support/sample-model.ts';
import type { TestService } from '../../support/service.ts';

const graphs = z.array(
  z.strictObject({
    graphid: z.uuid(),
    name: z.unknown(),
    description: z.unknown(),
    subtitle: z.unknown(),
    slug: z.string().nullable(),
    isresource: z.literal(true),
    ontology_id: z.uuid().nullable(),
    publication_id: z.uuid(),
    author: z.unknown(),
    version: z.unknown(),
    color: z.unknown(),
    iconclass: z.unknown(),
    jsonldcontext: z.unknown(),
    deploymentdate: z.unknown(),
    deploymentfile: z.unknown(),
    template_id: z.unknown(),
  }),
);

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
});

afterAll(async () => service?.close());

const listGraphs = async (): Promise<z.output<typeof graphs>> =>
  graphs.parse(await service.fetchJson('/graphs'));

const listSlugs = async (): Promise<readonly string[]> =>
  (await listGraphs()).map(({ slug }) => slug ?? 'none').toSorted();

/** Denies Guest access to the nodegroups of a model, except for one if it is named. */
async function denyModelAccess(slug: string, readableNodegroup?: string): Promise<void> {
  await runStatement(
    service,
    `insert into nodegroup_grant (nodegroup_id, account_group_id)
select n.nodegroup_id, 1
from nodegroup n
join graph g on g.graph_id = n.graph_id
where g.slug = '${slug}'
  and n.nodegroup_id <> '${readableNodegroup ?? crypto.randomUUID()}'`,
  );
}

describe('GET /graphs', () => {
  it('is an empty list for anonymous callers while the instance is closed', async () => {
    expect(await listGraphs()).toEqual([]);
  });

  describe('on an open instance', () => {
    beforeAll(async () => service.openToGuest());

    it('lists every resource model with exactly the columns that clients expect', async () => {
      const graphList = await listGraphs();
      expect(await listSlugs()).toEqual([
        'event-or-activity',
        'heritage-place',
        'person-or-organisation',
      ]);
      expect(graphList.find(({ slug }) => slug === 'heritage-place')).toMatchObject({
        graphid: heritagePlaceModel.graphid,
        name: heritagePlaceModel.name,
        description: heritagePlaceModel.description,
        version: '1',
        color: heritagePlaceModel.color,
        iconclass: heritagePlaceModel.iconclass,
        template_id: null,
      });
    });

    it('leaves out branches', async () => {
      await runStatement(
        service,
        "update graph set is_resource_model = false where slug = 'event-or-activity'",
      );
      expect(await listSlugs()).not.toContain('event-or-activity');
      await runStatement(
        service,
        "update graph set is_resource_model = true where slug = 'event-or-activity'",
      );
    });

    it('leaves out a model without a readable nodegroup, and no other', async () => {
      await denyModelAccess('person-or-organisation');
      expect(await listSlugs()).toEqual(['event-or-activity', 'heritage-place']);
    });

    it('lists a model if Guest may read one of its nodegroups or view one of its resource instances', async () => {
      await runStatement(service, 'delete from nodegroup_grant');
      const [nodegroup] = await queryColumn(
        service,
        `select n.nodegroup_id::text from nodegroup n join graph g on g.graph_id = n.graph_id
where g.slug = 'person-or-organisation' order by 1`,
      );
      await denyModelAccess('person-or-organisation', nodegroup);
      expect(await listSlugs()).toContain('person-or-organisation');
      await runStatement(service, 'delete from nodegroup_grant');
      await denyModelAccess('person-or-organisation');
      await runStatement(
        service,
        `insert into resource_grant (resource_id, account_group_id, can_view)
select r.resource_id, 1, true from resource r join graph g on g.graph_id = r.graph_id
where g.slug = 'person-or-organisation' order by 1 limit 1`,
      );
      expect(await listSlugs()).toContain('person-or-organisation');
    });

    it('lists more models than fit into one Data API call, with about one call per million bytes', async () => {
      const before = await listGraphs();
      await runStatement(
        service,
        `insert into graph (graph_id, publication_id, name, is_resource_model, source)
select gen_random_uuid(), gen_random_uuid(), '"Model"', true, jsonb_build_object('description', repeat('x', 20000))
from generate_series(1, 120) n`,
      );
      await runStatement(
        service,
        `insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
select gen_random_uuid(), g.graph_id, '1', 0, 1, false
from graph g
where g.name = '"Model"'`,
      );
      let graphList: Awaited<ReturnType<typeof listGraphs>> = [];
      const calls = await service.countCalls(async () => {
        graphList = await listGraphs();
      });
      const ids = graphList.map(({ graphid }) => graphid);
      expect(ids).toHaveLength(before.length + 120);
      expect(ids).toEqual([...new Set(ids)].toSorted());
      expect(calls).toBe(3);
      await runStatement(service, `delete from graph where name = '"Model"'`);
      expect(await service.countCalls(async () => void (await listGraphs()))).toBe(1);
    });
  });
});
