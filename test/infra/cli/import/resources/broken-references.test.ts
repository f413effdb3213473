import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { nilUuid } from '../../../../../lib/model/ids.ts';
import { NAME, TYPE } from '../graphs/example.ts';
import { openWorkshop, type Workshop } from '../importing.ts';
import {
  BRANCH,
  branchGraph,
  GRAPH,
  MEASURE,
  monument,
  monumentGraph,
  namedMonument,
  NOTE,
  resourceId,
  tile,
  tileId,
} from '../monuments.ts';

const NOWHERE = 'ffffffff-0000-4000-8000-000000000000';

describe('a record with an id that does not exist or belongs to something else', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph(), branchGraph());
    await workshop.importRecords([namedMonument(1, 'Stored')]);
  });

  afterAll(async () => workshop.close());

  const countResources = async (number: number): Promise<unknown> => {
    const [row] = await workshop.rows(
      `select count(*)::text from resource where resource_id = '${resourceId(number)}'`,
    );
    return row?.[0];
  };

  it.each([
    ['an unknown graph', monument(50, [], { graph_id: NOWHERE }), 'unknown_graph', NOWHERE, ''],
    [
      'a branch as its graph',
      monument(50, [], { graph_id: BRANCH }),
      'graph_is_branch',
      BRANCH,
      '',
    ],
    [
      'an unknown nodegroup',
      monument(50, [tile(50, NOWHERE, {})]),
      'unknown_nodegroup',
      NOWHERE,
      '/tiles/0/nodegroup_id',
    ],
    [
      'an unknown node',
      monument(50, [tile(50, NAME, { [NOWHERE]: 1 })]),
      'unknown_node',
      NOWHERE,
      `/tiles/0/data/${NOWHERE}`,
    ],
    [
      'a node of another nodegroup',
      monument(50, [tile(50, MEASURE, { [TYPE]: null })]),
      'node_of_other_nodegroup',
      TYPE,
      `/tiles/0/data/${TYPE}`,
    ],
    [
      'an unknown parent tile',
      monument(50, [tile(50, NOTE, {}, { parenttile_id: NOWHERE })]),
      'unknown_parent_tile',
      NOWHERE,
      '/tiles/0/parenttile_id',
    ],
    [
      'a parent tile of another resource instance',
      monument(50, [tile(50, NOTE, {}, { parenttile_id: tileId(1) })]),
      'parent_tile_of_other_resource',
      tileId(1),
      '/tiles/0/parenttile_id',
    ],
    [
      'the id of a tile of another resource instance',
      monument(50, [tile(1, NAME, { [NAME]: 'Taken' })]),
      'tile_of_other_resource',
      tileId(1),
      '/tiles/0/tileid',
    ],
    [
      'a tile that names another resource instance',
      monument(50, [tile(50, NAME, {}, { resourceinstance_id: resourceId(1) })]),
      'tile_of_other_resource',
      resourceId(1),
      '/tiles/0/resourceinstance_id',
    ],
    [
      'a tile twice, with other values',
      monument(50, [tile(50, NAME, { [NAME]: 'A' }), tile(50, NAME, { [NAME]: 'B' })]),
      'duplicate_tile',
      tileId(50),
      '/tiles/1/tileid',
    ],
    [
      'the nil UUID as the id of a tile',
      monument(50, [tile(50, NAME, {}, { tileid: nilUuid })]),
      'nil_id',
      nilUuid,
      '/tiles/0/tileid',
    ],
  ])(
    'is left out if it has %s, and the error contains that id',
    async (_what, broken, code, name, at) => {
      const { problems, imported } = await workshop.importRecords([
        broken,
        namedMonument(2, 'Sound'),
      ]);
      expect(problems).toEqual([
        expect.objectContaining({
          severity: 'error',
          code,
          pointer: `/business_data/resources/0${at}`,
          record: resourceId(50),
          message: expect.stringContaining(name),
        }),
      ]);
      expect(imported).toMatchObject({ read: 1, tiles: 1, leftOut: 1 });
      expect(await countResources(50)).toBe('0');
      expect(await countResources(2)).toBe('1');
    },
  );

  it('is refused if its id is the nil UUID, which the service uses for absent ids', async () => {
    const { problems, imported } = await workshop.importRecords([
      monument(0, [], { resourceinstanceid: nilUuid }),
    ]);
    expect(problems).toEqual([expect.objectContaining({ code: 'nil_id', record: nilUuid })]);
    expect(imported).toMatchObject({ read: 0, leftOut: 1 });
  });

  it('does not change the tile of another resource instance', async () => {
    const [row] = await workshop.rows(
      `select resource_id::text, data ->> '${NAME}' from tile where tile_id = '${tileId(1)}'`,
    );
    expect(row).toEqual([resourceId(1), 'Stored']);
  });

  it('is refused if an earlier record of the same file has the same tile', async () => {
    const second = monument(51, [tile(60, NAME, { [NAME]: 'Second' })]);
    const { problems, imported } = await workshop.importRecords([
      namedMonument(60, 'First'),
      second,
    ]);
    expect(problems).toEqual([
      expect.objectContaining({ code: 'tile_of_other_resource', record: resourceId(51) }),
    ]);
    expect(imported).toMatchObject({ read: 1, leftOut: 1 });
  });

  it('is refused if its resource instance is stored under another graph', async () => {
    const otherGraphId = 'eeeeeeee-0000-4000-8000-000000000000';
    const root = 'eeeeeeee-0000-4000-8000-000000000001';
    await workshop.importGraphs({
      graphid: otherGraphId,
      name: 'Other',
      isresource: true,
      nodes: [{ nodeid: root, name: 'Other', istopnode: true, datatype: 'semantic' }],
      edges: [],
      nodegroups: [],
    });
    const { problems } = await workshop.importRecords([
      monument(1, [], { graph_id: otherGraphId }),
    ]);
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'other_graph',
        message: expect.stringContaining(GRAPH),
      }),
    ]);
  });

  it('is imported if its parent tile is stored, or is in the same record in any order', async () => {
    const child = (number: number, parent: number) =>
      tile(number, NOTE, {}, { parenttile_id: tileId(parent) });
    const record = monument(70, [child(71, 70), tile(70, NAME, {})]);
    expect((await workshop.importRecords([record])).problems).toEqual([]);
    const later = monument(1, [child(72, 1)]);
    expect((await workshop.importRecords([later])).problems).toEqual([]);
  });

  it('is imported, with a warning, if a tile has the wrong parent tile or no parent tile', async () => {
    const record = monument(80, [
      tile(80, MEASURE, {}),
      tile(81, NOTE, {}, { parenttile_id: tileId(80) }),
      tile(82, NOTE, {}),
    ]);
    const { problems, imported } = await workshop.importRecords([record]);
    expect(problems.map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'unexpected_parent_tile'],
      ['warning', 'missing_parent_tile'],
    ]);
    expect(imported).toMatchObject({ read: 1, tiles: 3 });
  });
});

describe('a graph with an id that belongs to another graph', () => {
  it('is refused with the id of the other graph, which is not changed', async () => {
    const workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
    const conflictingGraph = monumentGraph({ graphid: BRANCH, name: 'Thief' });
    const { problems } = await workshop.importGraphs(conflictingGraph);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toMatchObject({
      code: 'node_of_other_graph',
      record: BRANCH,
      message: expect.stringContaining(GRAPH),
    });
    expect(await workshop.rows('select distinct graph_id::text from node')).toEqual([[GRAPH]]);
    await workshop.close();
  });
});

describe('a graph with the slug of another graph', () => {
  it('is imported without the slug, with a warning', async () => {
    const workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph({ slug: 'monument' }));
    // The same model with ids of its own.
    const copy = JSON.parse(
      JSON.stringify(monumentGraph({ slug: 'monument' })).replaceAll(/-4000-8000-/g, '-4000-9000-'),
    );
    const { problems } = await workshop.importGraphs(copy);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'slug_taken', pointer: '/slug' }]);
    expect(await workshop.rows('select slug from graph order by slug nulls last')).toEqual([
      ['monument'],
      [null],
    ]);
    await workshop.close();
  });
});
