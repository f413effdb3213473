import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { setGroupDefaults } from '../../../../infra/cli/accounts/queries/groups.ts';
import { rawSql, sql } from '../../../../lib/data-api/sql.ts';
import { parseResourceId } from '../../../../lib/model/ids.ts';
import { searchResources } from '../../../../lib/queries/resources/search-resources.ts';
import { searchCallers } from '../../../bench/search/callers.ts';
import { searchGraphDocument, searchModels } from '../../../bench/search/model.ts';
import { createImportContext } from '../../../support/import-context.ts';
import { runStatement } from '../../../support/sample.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { withJsonFile } from '../../../support/temporary-file.ts';

const count = 10_000;

/** The tables that grow. */
const tables = ['resource', 'resource_grant', 'name_entry', 'name_word'] as const;

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  // While it analyzes a table, a vacuum of another one keeps dead rows.
  for (const table of tables) {
    await stack.owner.write(rawSql(`alter table ${table} set (autovacuum_enabled = off)`));
  }
  await withJsonFile(searchGraphDocument, (file) =>
    importGraphs([file], createImportContext(stack.dataApi)),
  );
  await stack.dataApi.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
  for (const { graphId, nodegroupId, share } of searchModels) {
    await runStatement(
      { stack },
      `insert into resource (resource_id, graph_id, descriptors)
select gen_random_uuid(), '${graphId}', jsonb_build_object('en', jsonb_build_object('name', jsonb_build_object(
  'value', translate(left(md5(n::text), 5) || ' ' || right(md5(n::text), 6), '0123456789', 'ghijklmnop'),
  'nodegroups', jsonb_build_array('${nodegroupId}'),
  'resources', '[]'::jsonb
)))
from generate_series(1, ${Math.round(count * share)}) n`,
    );
  }
  await vacuumAll();
});

afterAll(async () => stack?.close());

/**
 * Makes plans those of tables that autovacuum has visited: index-only scans need the map of visible pages. A snapshot of another process, such as
 * an analysis of the catalog, keeps pages out of it, so this repeats until all pages are in.
 */
async function vacuumAll(): Promise<void> {
  for (;;) {
    await stack.owner.write(rawSql(`vacuum analyze ${tables.join(', ')}`));
    const [row] = await stack.owner.read(
      sql`select bool_and(c.relallvisible >= c.relpages)
from pg_class c
where c.relname in ('resource', 'resource_grant', 'name_entry')`,
    );
    if (row?.[0] === true) return;
  }
}

const after = {
  kind: 'similar',
  distance: 40,
  entry: 'abc',
  resourceId: parseResourceId('00000000-0000-4000-8000-000000000001'),
} as const;

const searches = [
  { words: 'ab', graph: undefined, after: undefined, limit: 25 },
  { words: 'abcde', graph: undefined, after: undefined, limit: 25 },
  { words: 'abcde fghij', graph: searchModels[0]?.graphId, after: undefined, limit: 25 },
  { words: 'abcde', graph: undefined, after, limit: 25 },
];

/** The scans of entries, words and resource instances in a plan. */
async function explainScans(search: (typeof searches)[number]): Promise<readonly string[]> {
  const { lines } = searchResources(null, search);
  const rows = await stack.dataApi.read(sql`explain (costs off) ${lines}`);
  return rows
    .map(([line]) => String(line))
    .flatMap((line) => /(\w[\w ]* (?:on|using) \w+(?: on \w+)?)/.exec(line)?.[1] ?? [])
    .filter((scan) => /name_entry|name_word| resource\b|resource_pkey/.test(scan));
}

/** How many resource instances a search reads in the order of names. */
async function countCandidates(search: (typeof searches)[number]): Promise<number> {
  const { lines } = searchResources(null, search);
  const rows = await stack.dataApi.read(sql`explain (analyze, costs off, timing off) ${lines}`);
  return rows
    .map(([line]) => String(line))
    .filter((line) => line.includes('Index Scan using resource_pkey on resource'))
    .reduce((sum, line) => sum + Number(/ loops=(\d+)/.exec(line)?.[1] ?? 0), 0);
}

describe('the plan of a search', () => {
  it.each(searchCallers)(
    'reads only indexes, and resource instances that it returns, for a caller who may read $name',
    async (caller) => {
      for (const statement of caller.statements.filter((text) => !text.startsWith('vacuum'))) {
        await runStatement({ stack }, statement);
      }
      await vacuumAll();
      for (const search of searches) {
        const scans = await explainScans(search);
        expect(scans.length).toBeGreaterThan(5);
        expect(
          scans.filter(
            (scan) => !/Index/.test(scan) && !/Bitmap Heap Scan on name_word/.test(scan),
          ),
        ).toEqual([]);
        expect(scans).toContain('Index Only Scan using name_entry_pkey on name_entry');
        expect(scans).toContain('Index Scan using resource_pkey on resource');
      }
      // Many names begin with this letter. Those that the caller may not see cost no look at their resource instances.
      const frequent = { words: 'a', graph: undefined, after: undefined, limit: 25 };
      expect(await countCandidates(frequent)).toBeLessThanOrEqual(26);
    },
  );
});
