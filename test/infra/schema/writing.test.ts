import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { int, json, jsonString, sql, text, uuid, uuidArray } from '../../../lib/data-api/sql.ts';
import { datatypeColumns } from '../../../infra/schema/queries/node-datatypes.ts';
import { builtInDatatypes } from '../../../lib/model/datatypes/registry.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { id } from '../cli/import/graphs/example.ts';

const positions = z.array(z.number());
const failedChecks = z.object({
  repeated: positions,
  holders: z.array(z.string().nullable()),
  closed: positions,
});

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

const [deletedId, otherId, node, thirdId] = [id(1), id(2), id(3), id(4)];
const reference = (resourceId: string) => ({ resourceId, ontologyProperty: '' });

async function readValue(statement: ReturnType<typeof sql>): Promise<unknown> {
  const [row] = await stack.dataApi.read(statement);
  return JSON.parse(String(row?.[0]));
}

describe('without_reference', () => {
  const removeReference = (value: unknown) =>
    readValue(
      sql`select coalesce(without_reference(${json(value)}, ${uuid(deletedId)}), 'null'::jsonb)::text`,
    );

  it('keeps the references to other resource instances, in their order', async () => {
    const value = [reference(otherId), reference(deletedId), reference(thirdId)];
    expect(await removeReference(value)).toEqual([reference(otherId), reference(thirdId)]);
  });

  it.each([
    ['objects', [reference(deletedId)]],
    ['ids in capitals', [reference(deletedId.toUpperCase())]],
    ['ids alone', [deletedId]],
    ['one id', deletedId],
  ])('returns null if no reference is left: %s', async (_, value) => {
    expect(await removeReference(value)).toBeNull();
  });
});

describe('without_references', () => {
  it('removes the references from the given nodes, and from no other value', async () => {
    const data = {
      [node]: [reference(deletedId)],
      [thirdId]: [reference(deletedId)],
      text: 'kept',
    };
    const result = await readValue(
      sql`select without_references(${json(data)}, ${uuidArray([node])}, ${uuid(deletedId)})::text`,
    );
    expect(result).toEqual({ ...data, [node]: null });
  });
});

describe('is_reviewer', () => {
  const isReviewer = async (account: number) =>
    readValue(sql`select is_reviewer(${int(account)})::text`);

  it('is true only for administrators and members of Resource Reviewer', async () => {
    const accounts = await Promise.all([
      createTestAccount({ stack }, 'head', { isAdministrator: true }),
      createTestAccount({ stack }, 'reviewer', { groups: ['Resource Reviewer'] }),
      createTestAccount({ stack }, 'editor', { groups: ['Resource Editor'] }),
      createTestAccount({ stack }, 'nobody in particular'),
    ]);
    expect(await Promise.all(accounts.map(isReviewer))).toEqual([true, true, false, false]);
  });
});

describe('compared_values', () => {
  const model = id(40);
  const nodes = builtInDatatypes.map(({ name }, index) => ({
    datatype: name,
    node_id: id(41 + index),
    ...datatypeColumns(name),
  }));
  const selectComparedValue = (datatype: string, value: unknown) => {
    const nodeId = nodes.find((one) => one.datatype === datatype)?.node_id ?? '';
    return sql`(
  select s.compared
  from compared_values(array[${text(nodeId)}], array[jsonb_build_object(
    ${text(nodeId)}, ${jsonString(typeof value === 'string' ? value : JSON.stringify(value))}
  )]) s
)`;
  };
  const isSame = async (datatype: string, first: unknown, second: unknown): Promise<unknown> =>
    readValue(
      sql`select (${selectComparedValue(datatype, first)} = ${selectComparedValue(datatype, second)})::text`,
    );

  const inEnglish = { en: { value: 'Old Mill', direction: 'ltr' } };
  const point = { type: 'Point', coordinates: [1.5, 52] };
  const feature = (members: object) => ({ type: 'Feature', geometry: point, ...members });
  const collection = (...features: readonly object[]) => ({ type: 'FeatureCollection', features });
  const items = [{ uri: 'https://lists.test/oak' }, { uri: 'https://lists.test/elm' }];

  beforeAll(async () => {
    await stack.owner
      .write(sql`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values (${uuid(model)}, ${uuid(model)}, ${json('Mill')}, true, '{}')`);
    await stack.owner.write(sql`insert into node (
  node_id, graph_id, name, datatype, holds, compared_by, property_name, config, is_required, is_exportable, model_position
)
select v.node_id, ${uuid(model)}, '"any"', v.datatype, v.holds, v.compared_by, 'any', '{}', false, false, 0
from jsonb_to_recordset(${json(nodes)}) as v (node_id uuid, datatype text, holds text, compared_by jsonpath[])`);
    await stack.owner.write(sql`with c as (
  insert into concept (concept_id, node_type) values (${uuid(id(20))}, 'Concept')
)
insert into concept_value (value_id, concept_id, value_type, value)
select v.value_id, ${uuid(id(20))}, 'prefLabel', 'oak'
from unnest(${uuidArray([id(21), id(22)])}) as v (value_id)`);
  });

  it.each<readonly [string, unknown, unknown]>([
    ['string', inEnglish, '"Old Mill"'],
    ['string', inEnglish, { de: 'Old Mill' }],
    ['string', inEnglish, { ar: { value: '' }, da: { value: null }, ...inEnglish }],
    ['number', '1.50', '1.5'],
    ['resource-instance', [reference(otherId)], JSON.stringify(otherId.toUpperCase())],
    [
      'resource-instance-list',
      [reference(otherId), reference(thirdId)],
      [thirdId, otherId, thirdId],
    ],
    ['domain-value-list', [otherId, thirdId], [thirdId, otherId.toUpperCase()]],
    ['concept', JSON.stringify(id(21)), JSON.stringify(id(22).toUpperCase())],
    ['concept-list', [id(21), otherId], [otherId, id(22)]],
    ['url', { url: 'https://mills.test', url_label: 'Mills' }, '"https://mills.test"'],
    ['reference', items, [{ ...items[1], labels: [] }, items[0]]],
    ['file-list', [{ file_id: otherId, name: 'mill' }], [{ file_id: otherId, altText: 'a mill' }]],
    [
      'geojson-feature-collection',
      collection(feature({ id: 1, properties: {} })),
      collection(feature({ id: 'new', properties: { seen: true } })),
    ],
    ['geojson-feature-collection', collection(feature({})), feature({})],
    ['geojson-feature-collection', collection(feature({})), point],
  ])(
    'of a %s are the same for equal values in different forms',
    async (datatype, value, equalValue) => {
      expect(await isSame(datatype, value, equalValue)).toBe(true);
    },
  );

  it.each<readonly [string, unknown, unknown]>([
    ['string', inEnglish, '"old mill"'],
    ['string', inEnglish, { ...inEnglish, de: { value: 'Alte Mühle', direction: 'ltr' } }],
    ['non-localized-string', '"A"', '"a"'],
    ['number', '1.5', '"1.5"'],
    ['resource-instance-list', [otherId], [otherId, thirdId]],
    ['concept', JSON.stringify(id(21)), JSON.stringify(otherId)],
    ['reference', items, items.slice(1)],
  ])('of a %s differ for different values', async (datatype, value, otherValue) => {
    expect(await isSame(datatype, value, otherValue)).toBe(false);
  });

  it.each<readonly [string, unknown]>([
    ['string', '""'],
    ['string', { en: { value: '', direction: 'ltr' } }],
    ['concept-list', []],
    ['number', 'null'],
    ['geojson-feature-collection', collection()],
    ['url', { url: '', url_label: '' }],
    ['resource-instance', [{ resourceId: null }]],
  ])('of a %s are null for an empty value', async (datatype, value) => {
    expect(
      await readValue(sql`select (${selectComparedValue(datatype, value)} is null)::text`),
    ).toBe(true);
  });
});

describe('repeated_values', () => {
  const [graph, nodegroup, resource, tile, constraint] = [id(10), id(11), id(12), id(13), id(14)];
  const check = (values: Readonly<Record<string, unknown>>) => ({
    constraint_id: constraint,
    nodegroup_id: nodegroup,
    values,
  });
  let administrator: number;
  /** Runs checks for a caller who may read everything. @returns the positions of the repeated values */
  const listRepeated = async (checks: readonly unknown[], changedTiles: readonly string[] = []) => {
    const result = await runChecks(checks, administrator, changedTiles);
    expect(result.closed).toEqual([]);
    return result.repeated;
  };
  const runChecks = async (
    checks: readonly unknown[],
    caller: number,
    changedTiles: readonly string[] = [],
  ) => {
    const statement = sql`select repeated_values(${json(checks)}, ${uuidArray(changedTiles)}, ${int(caller)})::text`;
    const [row] = await stack.dataApi.write(statement);
    return failedChecks.parse(JSON.parse(String(row?.[0])));
  };

  beforeAll(async () => {
    administrator = await createTestAccount({ stack }, 'checking', { isAdministrator: true });
    for (const statement of [
      sql`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values (${uuid(graph)}, ${uuid(graph)}, ${json('Mill')}, true, '{}')`,
      sql`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values (${uuid(nodegroup)}, ${uuid(graph)}, 'n', 0, 0, false)`,
      sql`insert into resource (resource_id, graph_id) values (${uuid(resource)}, ${uuid(graph)})`,
      sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
values (${uuid(tile)}, ${uuid(resource)}, ${uuid(nodegroup)}, ${json({ [node]: 'A', [thirdId]: { b: 1, a: 2 } })})`,
    ]) {
      await stack.owner.write(statement);
    }
  });

  it('returns the positions of the checks whose values are all in one tile', async () => {
    const checks = [
      check({ [node]: 'B' }),
      check({ [node]: 'A' }),
      check({ [node]: 'A', [thirdId]: { a: 2, b: 1 } }),
      check({ [node]: 'A', [thirdId]: null }),
    ];
    expect(await listRepeated(checks)).toEqual([1, 2]);
  });

  it('ignores tiles that are being changed', async () => {
    expect(await listRepeated([check({ [node]: 'A' })], [tile])).toEqual([]);
  });

  it('finds a value that is stored in another form', async () => {
    const [name, list] = [id(30), id(31)];
    const stored = {
      [name]: { da: { value: null }, de: { value: 'A' } },
      [list]: [id(32), id(33)],
    };
    await stack.owner.write(sql`with n as (
  insert into node (
    node_id, graph_id, nodegroup_id, name, datatype, holds, compared_by, property_name, config, is_required, is_exportable, model_position
  )
  select
    v.node_id, ${uuid(graph)}, ${uuid(nodegroup)}, '"any"', n.datatype, n.holds, n.compared_by, 'any', '{}', false, false, 0
  from (values (${uuid(name)}, 'string'), (${uuid(list)}, 'domain-value-list')) v (node_id, datatype)
  join node n on n.datatype = v.datatype
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
values (${uuid(id(34))}, ${uuid(resource)}, ${uuid(nodegroup)}, ${json(stored)})`);
    expect(
      await listRepeated([
        check({ [name]: 'A' }),
        check({ [name]: 'a' }),
        check({ [list]: [id(33).toUpperCase(), id(32)] }),
        check({ [list]: [id(33)] }),
      ]),
    ).toEqual([0, 2]);
  });

  it('finds values that are in two checks, and returns only checks with `is_asked`', async () => {
    const twin = check({ [node]: 'C' });
    expect(await listRepeated([twin, twin])).toEqual([0, 1]);
    expect(await listRepeated([{ ...twin, is_asked: false }, twin])).toEqual([1]);
  });

  it('searches only the given resource instance', async () => {
    const checkWithin = (owner: string) => ({ ...check({ [node]: 'A' }), resource_id: owner });
    expect(await listRepeated([checkWithin(id(98)), checkWithin(resource)])).toEqual([1]);
  });

  it('searches only tiles of the given nodegroup', async () => {
    expect(await listRepeated([{ ...check({ [node]: 'A' }), nodegroup_id: id(99) }])).toEqual([]);
  });

  describe.each([
    ['in all resource instances', {}],
    ['in one resource instance', { resource_id: resource }],
  ])('for values that must be unique %s', (_, scope) => {
    const checkOfHeldValue = { ...check({ [node]: 'A' }), ...scope };
    const closedResult = { repeated: [], holders: [], closed: [0] };
    const openResult = { repeated: [0], holders: [resource], closed: [] };

    it.each<readonly [string, string, unknown]>([
      ['nothing', '', openResult],
      [
        'the nodegroup',
        `insert into nodegroup_grant (nodegroup_id, account_id, no_access) select '${nodegroup}', account_id, true from account where username = 'clerk'`,
        closedResult,
      ],
      [
        'the resource instance',
        `insert into resource_grant (resource_id, account_id, no_access) select '${resource}', account_id, true from account where username = 'clerk'`,
        closedResult,
      ],
      [
        'the nodegroup to which a new version of the model moved the node',
        `with moved as (insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden) values ('${id(15)}', '${graph}', 'n', 0, 1, false) returning nodegroup_id), closed as (insert into nodegroup_grant (nodegroup_id, account_id, no_access) select '${id(15)}', account_id, true from account where username = 'clerk' returning nodegroup_id) insert into node (node_id, graph_id, nodegroup_id, name, datatype, property_name, config, is_required, is_exportable, model_position) select '${node}', '${graph}', '${id(15)}', '"any"', 'number', 'any', '{}', false, false, 0`,
        closedResult,
      ],
    ])(
      'returns the holder of a value, or its position in `closed`, to a caller who may not read %s',
      async (_what, statement, expected) => {
        const clerk = await createTestAccount({ stack }, 'clerk', { groups: ['Resource Editor'] });
        if (statement !== '') await stack.owner.write({ text: statement, parameters: [] });
        expect(await runChecks([checkOfHeldValue], clerk)).toEqual(expected);
        for (const text of [
          `delete from node where node_id = '${node}'`,
          `delete from nodegroup where nodegroup_id = '${id(15)}'`,
          `delete from account where username = 'clerk'`,
        ]) {
          await stack.owner.write({ text, parameters: [] });
        }
      },
    );

    it('returns the readable holder of a value that a closed resource instance has too', async () => {
      const [closedResource, closedTile] = [id(16), id(17)];
      const clerk = await createTestAccount({ stack }, 'clerk', { groups: ['Resource Editor'] });
      for (const text of [
        `insert into resource (resource_id, graph_id) values ('${closedResource}', '${graph}')`,
        `insert into tile (tile_id, resource_id, nodegroup_id, data) values ('${closedTile}', '${closedResource}', '${nodegroup}', '{"${node}": "A"}')`,
        `insert into resource_grant (resource_id, account_id, no_access) values ('${closedResource}', ${clerk}, true)`,
      ]) {
        await stack.owner.write({ text, parameters: [] });
      }
      expect(await runChecks([checkOfHeldValue], clerk)).toEqual(openResult);
      for (const text of [
        `delete from resource where resource_id = '${closedResource}'`,
        `delete from account where username = 'clerk'`,
      ]) {
        await stack.owner.write({ text, parameters: [] });
      }
    });
  });

  it('returns the resource instance that has the values, or null if only other checks have them', async () => {
    const checks = [check({ [node]: 'A' }), check({ [node]: 'D' }), check({ [node]: 'D' })];
    expect(await runChecks(checks, administrator)).toEqual({
      repeated: [0, 1, 2],
      holders: [resource, null, null],
      closed: [],
    });
  });
});
