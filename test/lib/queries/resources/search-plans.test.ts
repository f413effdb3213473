import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { setGroupDefaults } from '../../../../infra/queries/groups.ts';
import { sql } from '../../../../lib/data-api/sql.ts';
import { parseResourceId } from '../../../../lib/model/ids.ts';
import { searchResources } from '../../../../lib/queries/resources/search-resources.ts';
import { searchCallers } from '../../../bench/search/callers.ts';
import { searchGraphDocument, searchModels } from '../../../bench/search/model.ts';
import { createImportContext } from '../../../support/import-context.ts';
import { runStatement } from '../../../support/sample.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { withJsonFile } from '../../../support/temporary-file.ts';

const count = 20_000;

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await withJsonFile(searchGraphDocument, (file) =>
    importGraphs([file], createImportContext(stack.data)),
  );
  await stack.data.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
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
  // Plans are those of a table that autovacuum has visited: index-only scans need its map of visible pages.
  await stack.owner.write(sql`vacuum analyze`);
});

afterAll(async () => stack?.close());

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
  const rows = await stack.data.read(sql`explain (costs off) ${lines}`);
  return rows
    .map(([line]) => String(line))
    .flatMap((line) => /(\w[\w ]* (?:on|using) \w+(?: on \w+)?)/.exec(line)?.[1] ?? [])
    .filter((scan) => /name_entry|name_word| resource\b|resource_pkey/.test(scan));
}

describe('the plan of a search', () => {
  it.each(searchCallers)('reads only indexes, for a caller who may read $name', async (caller) => {
    for (const statement of caller.statements.filter((text) => !text.startsWith('vacuum'))) {
      await runStatement({ stack }, statement.replace(/^truncate/, 'delete from'));
    }
    await stack.owner.write(sql`vacuum analyze`);
    for (const search of searches) {
      const scans = await explainScans(search);
      expect(scans.length).toBeGreaterThan(5);
      expect(
        scans.filter((scan) => !/Index/.test(scan) && !/Bitmap Heap Scan on name_word/.test(scan)),
      ).toEqual([]);
      expect(scans).toContain('Index Only Scan using name_entry_pkey on name_entry');
      expect(scans).toContain('Index Scan using resource_pkey on resource');
    }
  });
});
