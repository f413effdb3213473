import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import { findTilesOfOthers } from '../../../infra/queries/conflicts.ts';
import { denyNodegroups } from '../../../infra/queries/groups.ts';
import { publishedGraphs } from '../../../infra/queries/models.ts';
import { conceptsOfSchemesAlone, usesOfConcepts } from '../../../infra/queries/stored-thesaurus.ts';
import { removeVanished } from '../../../infra/queries/vanished.ts';
import { refreshTiles } from '../../../infra/queries/write-graph.ts';
import { manyRows, oneRow, run } from '../../../lib/data-api/query.ts';
import { plain, type Statement } from '../../../lib/data-api/sql.ts';
import { parseResourceId, parseTileId } from '../../../lib/model/ids.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

// A list travels as a text. PostgreSQL parses it anew for each row that it compares with it, unless the statement keeps the two apart.

const statements: Readonly<Record<string, () => Promise<Statement>>> = {
  'tiles of others': async () => {
    const other = parseResourceId('00000000-0000-4000-8000-000000000001');
    const tiles = await column('tile_id', 'tile');
    return findTilesOfOthers(tiles.map((tile) => [parseTileId(tile), other]));
  },
  'nodes that have vanished': async () => {
    const [graph] = await run(stack.data.read, publishedGraphs());
    if (graph === undefined) throw new Error('The sample has graphs.');
    return removeVanished(graph, true);
  },
  'concepts of schemes': async () => conceptsOfSchemesAlone(await column('concept_id', 'concept')),
  'uses of concepts': async () =>
    usesOfConcepts(
      await column('value_id', 'concept_value'),
      await column('concept_id', 'concept'),
    ),
  'tiles of nodes': async () => refreshTiles(await column('node_id', 'node')),
  'closed nodegroups': async () =>
    denyNodegroups('Guest', await column('nodegroup_id', 'nodegroup')),
};

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'sample' });
  await stack.owner.write(plain('create sequence parse'));
  await stack.owner.write(
    plain(`create function counted(list text) returns text stable language plpgsql as $$
begin
  perform nextval('parse');
  return list;
end
$$`),
  );
});

afterAll(async () => stack.close());

it.each(Object.keys(statements))(
  'parses lists once for all rows, and for the plan: %s',
  async (name) => {
    const statement = await statements[name]?.();
    if (statement === undefined) throw new Error(name);
    const lists = statement.text.match(list) ?? [];
    expect(await parses(statement)).toBeLessThanOrEqual(2 * lists.length);
  },
);

const list = /(:p\d+)(::\w+\[\])/g;

class RolledBack extends Error {}

/** How often a statement parses lists. What it writes is rolled back; a sequence counts on. */
async function parses(statement: Statement): Promise<number> {
  const counted = { ...statement, text: statement.text.replaceAll(list, 'counted($1)$2') };
  const before = await nextParse();
  await stack.owner
    .transaction(async ({ execute }) => {
      await execute(counted);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return (await nextParse()) - before - 1;
}

function nextParse(): Promise<number> {
  const query = oneRow(plain(`select nextval('parse')::text`), z.number());
  return run(stack.owner.write, query);
}

function column(name: string, table: string): Promise<readonly string[]> {
  const query = manyRows(plain(`select to_json(${name})::text from ${table}`), z.string());
  return run(stack.data.read, query);
}
