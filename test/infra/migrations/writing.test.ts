import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { int, json, sql, uuid, uuidArray } from '../../../lib/data-api/sql.ts';
import { createAccount } from '../../support/accounts.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { id } from '../../lib/model/graph/example.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

const [gone, other, node, more] = [id(1), id(2), id(3), id(4)];
const reference = (resourceId: string) => ({ resourceId, ontologyProperty: '' });

async function valueOf(statement: ReturnType<typeof sql>): Promise<unknown> {
  const [row] = await stack.data.read(statement);
  return JSON.parse(String(row?.[0]));
}

describe('without_reference', () => {
  const without = (value: unknown) =>
    valueOf(
      sql`select coalesce(without_reference(${json(value)}, ${uuid(gone)}), 'null'::jsonb)::text`,
    );

  it('keeps the references to others, in their order', async () => {
    const value = [reference(other), reference(gone), reference(more)];
    expect(await without(value)).toEqual([reference(other), reference(more)]);
  });

  it.each([
    ['objects', [reference(gone)]],
    ['ids in capitals', [reference(gone.toUpperCase())]],
    ['ids alone', [gone]],
    ['one id', gone],
  ])('leaves null where nothing is left: %s', async (_, value) => {
    expect(await without(value)).toBeNull();
  });
});

describe('without_references', () => {
  it('changes the nodes that are named and no other value', async () => {
    const data = { [node]: [reference(gone)], [more]: [reference(gone)], text: 'kept' };
    const found = await valueOf(
      sql`select without_references(${json(data)}, ${uuidArray([node])}, ${uuid(gone)})::text`,
    );
    expect(found).toEqual({ ...data, [node]: null });
  });
});

describe('is_reviewer', () => {
  const isReviewer = async (account: number) =>
    valueOf(sql`select is_reviewer(${int(account)})::text`);

  it('is true of administrators and of Resource Reviewer alone', async () => {
    const accounts = await Promise.all([
      createAccount({ stack }, 'head', { isAdministrator: true }),
      createAccount({ stack }, 'reviewer', { groups: ['Resource Reviewer'] }),
      createAccount({ stack }, 'editor', { groups: ['Resource Editor'] }),
      createAccount({ stack }, 'nobody in particular'),
    ]);
    expect(await Promise.all(accounts.map(isReviewer))).toEqual([true, true, false, false]);
  });
});

describe('repeated_values', () => {
  const [graph, nodegroup, resource, tile, constraint] = [id(10), id(11), id(12), id(13), id(14)];
  const check = (values: Readonly<Record<string, unknown>>) => ({
    constraint_id: constraint,
    nodegroup_id: nodegroup,
    values,
  });
  const repeated = async (checks: readonly unknown[], changing: readonly string[] = []) => {
    const statement = sql`select to_json(repeated_values(${json(checks)}, ${uuidArray(changing)}))::text`;
    const [row] = await stack.data.write(statement);
    return JSON.parse(String(row?.[0]));
  };

  beforeAll(async () => {
    for (const statement of [
      sql`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values (${uuid(graph)}, ${uuid(graph)}, ${json('Mill')}, true, '{}')`,
      sql`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values (${uuid(nodegroup)}, ${uuid(graph)}, 'n', 0, 0, false)`,
      sql`insert into resource (resource_id, graph_id) values (${uuid(resource)}, ${uuid(graph)})`,
      sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
values (${uuid(tile)}, ${uuid(resource)}, ${uuid(nodegroup)}, ${json({ [node]: 'A', [more]: { b: 1, a: 2 } })})`,
    ]) {
      await stack.owner.write(statement);
    }
  });

  it('gives the places of the checks whose values a tile has, all of them together', async () => {
    const checks = [
      check({ [node]: 'B' }),
      check({ [node]: 'A' }),
      check({ [node]: 'A', [more]: { a: 2, b: 1 } }),
      check({ [node]: 'A', [more]: null }),
    ];
    expect((await repeated(checks)).toSorted()).toEqual([1, 2]);
  });

  it('does not ask tiles that are being changed', async () => {
    expect(await repeated([check({ [node]: 'A' })], [tile])).toEqual([]);
  });

  it('asks tiles of the nodegroup alone', async () => {
    expect(await repeated([{ ...check({ [node]: 'A' }), nodegroup_id: id(99) }])).toEqual([]);
  });
});
