import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import { findTilesOfOtherResources } from '../../../infra/cli/import/graphs/queries/ownership-conflicts.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { readPublishedGraphs } from '../../../infra/cli/import/graphs/queries/models.ts';
import {
  findConceptsOnlyInSchemes,
  findConceptUses,
} from '../../../infra/cli/import/concepts/queries/stored-thesaurus.ts';
import { removeObsoleteGraphParts } from '../../../infra/cli/import/graphs/queries/obsolete-graph-parts.ts';
import { rederiveTiles } from '../../../infra/schema/queries/node-datatypes.ts';
import { manyRows, oneRow, runQuery } from '../../../lib/data-api/query.ts';
import { rawSql, type Statement } from '../../../lib/data-api/sql.ts';
import { parseResourceId, parseTileId } from '../../../lib/model/ids.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

// A list parameter is a text. PostgreSQL parses it again for each row that it is compared with, unless the statement prevents that.

const statements: Readonly<Record<string, () => Promise<Statement>>> = {
  'tiles of other resource instances': async () => {
    const otherResource = parseResourceId('00000000-0000-4000-8000-000000000001');
    const tiles = await readColumn('tile_id', 'tile');
    return findTilesOfOtherResources(tiles.map((tile) => [parseTileId(tile), otherResource]));
  },
  'nodes that have vanished': async () => {
    const [graph] = await runQuery(stack.dataApi.read, readPublishedGraphs());
    if (graph === undefined) throw new Error('The sample has graphs.');
    return removeObsoleteGraphParts(graph, true);
  },
  'concepts of schemes': async () =>
    findConceptsOnlyInSchemes(await readColumn('concept_id', 'concept')),
  'uses of concepts': async () =>
    findConceptUses(
      await readColumn('value_id', 'concept_value'),
      await readColumn('concept_id', 'concept'),
    ),
  'tiles of nodes': async () => rederiveTiles(await readColumn('node_id', 'node')),
  'closed nodegroups': async () =>
    denyNodegroupsToGroup('Guest', await readColumn('nodegroup_id', 'nodegroup')),
};

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'sample' });
  await stack.owner.write(rawSql('create sequence parse'));
  await stack.owner.write(
    rawSql(`create function counted(list text) returns text stable language plpgsql as $$
begin
  perform nextval('parse');
  return list;
end
$$`),
  );
});

afterAll(async () => stack.close());

it.each(Object.keys(statements))(
  'each list of a statement is parsed at most twice, not for each row: %s',
  async (name) => {
    const statement = await statements[name]?.();
    if (statement === undefined) throw new Error(name);
    const lists = statement.text.match(listParameter) ?? [];
    expect(await countParses(statement)).toBeLessThanOrEqual(2 * lists.length);
  },
);

const listParameter = /(:p\d+)(::\w+\[\])/g;

class RolledBack extends Error {}

/** Counts how often a statement parses lists. Its writes are rolled back, but the sequence keeps its count. */
async function countParses(statement: Statement): Promise<number> {
  const countingStatement = {
    ...statement,
    text: statement.text.replaceAll(listParameter, 'counted($1)$2'),
  };
  const before = await countUpAndRead();
  await stack.owner
    .transaction(async ({ execute }) => {
      await execute(countingStatement);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return (await countUpAndRead()) - before - 1;
}

function countUpAndRead(): Promise<number> {
  const query = oneRow(rawSql(`select nextval('parse')::text`), z.number());
  return runQuery(stack.owner.write, query);
}

function readColumn(name: string, table: string): Promise<readonly string[]> {
  const query = manyRows(rawSql(`select to_json(${name})::text from ${table}`), z.string());
  return runQuery(stack.dataApi.read, query);
}
