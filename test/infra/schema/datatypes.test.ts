import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import { syncNodeDatatypes } from '../../../infra/schema/queries/node-datatypes.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { json, rawSql, sql, uuid } from '../../../lib/data-api/sql.ts';
import { builtInDatatypes } from '../../../lib/model/datatypes/registry.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { id } from '../cli/import/graphs/example.ts';

const [graph, nodegroup, resource, relatedResource, tile] = [id(1), id(2), id(3), id(4), id(5)];
const nodes = [...builtInDatatypes.map(({ name }) => name), 'unregistered'].map(
  (datatype, index) => ({
    datatype,
    node_id: id(100 + index),
  }),
);
const nodeOf = (datatype: string) =>
  nodes.find((node) => node.datatype === datatype)?.node_id ?? '';

describe('a database whose columns `holds` and `compared_by` of nodes are empty', () => {
  let stack: TestStack;
  const readDerivedRows = (): Promise<readonly Row[]> =>
    stack.owner.read(
      rawSql(`select 'feature', gid::text, node_id::text from feature
union all
select 'relation', to_resource_id::text, node_id::text from resource_relation`),
    );
  let rowsAfterFirstUpgrade: readonly Row[];

  beforeAll(async () => {
    stack = await openTestStack();
    const data = {
      [nodeOf('geojson-feature-collection')]: { type: 'Point', coordinates: [1, 2] },
      [nodeOf('resource-instance')]: [{ resourceId: relatedResource }],
    };
    for (const statement of [
      sql`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values (${uuid(graph)}, ${uuid(graph)}, ${json('Mill')}, true, '{}')`,
      sql`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values (${uuid(nodegroup)}, ${uuid(graph)}, 'n', 0, 0, false)`,
      sql`insert into node (
  node_id, graph_id, nodegroup_id, name, datatype, property_name, config, is_required, is_exportable, model_position
)
select n.node_id, ${uuid(graph)}, ${uuid(nodegroup)}, '"any"', n.datatype, 'any', '{}', false, false, 0
from jsonb_to_recordset(${json(nodes)}) as n (node_id uuid, datatype text)`,
      sql`insert into resource (resource_id, graph_id) values (${uuid(resource)}, ${uuid(graph)})`,
      sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
values (${uuid(tile)}, ${uuid(resource)}, ${uuid(nodegroup)}, ${json(data)})`,
    ]) {
      await stack.owner.write(statement);
    }
    await upgradeDatabase(stack.owner);
    rowsAfterFirstUpgrade = await readDerivedRows();
  });

  afterAll(async () => stack?.close());

  it('gets `holds` and `compared_by` for each datatype that defines them', async () => {
    const [row] = await stack.owner.read(
      rawSql('select count(*) from node where holds is not null or compared_by is not null'),
    );
    const datatypesWithColumns = builtInDatatypes.filter(
      ({ holds, comparisonPaths }) => holds ?? comparisonPaths,
    );
    expect(Number(row?.[0])).toBe(datatypesWithColumns.length);
  });

  it('has the same features and relations after a second upgrade', async () => {
    expect(rowsAfterFirstUpgrade.length).toBe(2);
    await upgradeDatabase(stack.owner);
    expect(await readDerivedRows()).toEqual(rowsAfterFirstUpgrade);
  });

  it('gets features and relations when the datatype of stored values is registered', async () => {
    await stack.owner.write(rawSql('update node set holds = null, compared_by = null'));
    await stack.owner.write(rawSql('delete from feature'));
    await stack.owner.write(rawSql('delete from resource_relation'));
    const schemaChanges = await upgradeDatabase(stack.owner);
    expect(schemaChanges).toEqual([]);
    const listKindsAndNodes = (rows: readonly Row[]) =>
      rows.map(([kind, , nodeId]) => [kind, nodeId]);
    expect(listKindsAndNodes(await readDerivedRows())).toEqual(
      listKindsAndNodes(rowsAfterFirstUpgrade),
    );
    expect(await runQuery(stack.owner.write, syncNodeDatatypes())).toEqual([]);
  });
});
