import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { rawSql, sql } from '../../../../lib/data-api/sql.ts';
import { parseConceptId } from '../../../../lib/model/ids.ts';
import { findConceptPageContent } from '../../../../lib/queries/concepts/concept-page-content.ts';
import { searchGraphDocument, searchModels } from '../../../bench/search/model.ts';
import { createImportContext } from '../../../support/import-context.ts';
import { withJsonFile } from '../../../support/temporary-file.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

const frequentValue = '00000000-0000-4000-8000-000000000001';
const otherValue = '00000000-0000-4000-8000-000000000002';
/** Nodegroups with tiles of the value: 20,000 in each of the first two, one in each of the others. */
const nodegroup = (number: number): string =>
  `00000000-0000-4000-8000-${String(100 + number).padStart(12, '0')}`;

const model = { graphId: searchModels[0]?.graphId, nodegroupId: searchModels[0]?.nodegroupId };

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await withJsonFile(searchGraphDocument, (file) =>
    importGraphs([file], createImportContext(stack.dataApi)),
  );
  await stack.owner.write(
    rawSql(`with placed as (
  insert into resource (resource_id, graph_id)
  select gen_random_uuid(), '${model.graphId}'
  from generate_series(1, 20000)
  returning resource_id
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select gen_random_uuid(), p.resource_id, '${model.nodegroupId}', '{}'
from placed p`),
  );
  await stack.owner.write(
    rawSql(`insert into concept_use (value_id, nodegroup_id, tile_id)
select
  '${frequentValue}'::uuid,
  ('00000000-0000-4000-8000-' || lpad((100 + case when n <= 40000 then n % 2 else n - 40000 end)::text, 12, '0'))::uuid,
  gen_random_uuid()
from generate_series(1, 40009) n
union all
select '${otherValue}'::uuid, '${nodegroup(1)}'::uuid, gen_random_uuid()
from generate_series(1, 20000)`),
  );
  // Plans are those of a table that autovacuum has visited.
  await stack.owner.write(sql`vacuum analyze`);
});

afterAll(async () => stack?.close());

/** Reads candidates, and returns their number and the rows that were read from the table and its indexes. */
async function readCandidates(nodegroups: readonly string[]) {
  return stack.owner.transaction(async ({ execute }) => {
    const readCounts = `select
  (pg_stat_get_xact_tuples_fetched('concept_use'::regclass) + pg_stat_get_xact_tuples_returned('concept_use_value'::regclass))::text,
  pg_stat_get_xact_numscans('concept_use'::regclass)::text`;
    const [before] = await execute(rawSql(readCounts));
    const [candidates] = await execute(
      rawSql(`select count(*)::text
from tiles_with_concept_values('{${frequentValue}}', '{${nodegroups.join(',')}}', 500)`),
    );
    const [after] = await execute(rawSql(readCounts));
    const difference = (column: number) => Number(after?.[column]) - Number(before?.[column]);
    return { candidates: Number(candidates?.[0]), rows: difference(0), tableScans: difference(1) };
  });
}

describe('the tiles that use a concept', () => {
  it.each([
    ['stop at the limit', [nodegroup(0), nodegroup(1)], 500],
    ['skip nodegroups that the caller may not read', [nodegroup(5)], 1],
    ['are none without a readable nodegroup', [], 0],
  ])('%s, without reading the others', async (_, nodegroups, candidates) => {
    const answer = await readCandidates(nodegroups);
    expect(answer).toMatchObject({ candidates, tableScans: 0 });
    expect(answer.rows).toBeLessThan(1100);
  });

  it('are read by their ids for the page of the concept', async () => {
    const { lines } = findConceptPageContent(null, parseConceptId(frequentValue));
    const rows = await stack.dataApi.read(sql`explain (costs off) ${lines}`);
    const plan = rows.map(([line]) => String(line));
    const scans = plan.filter((line) => /Scan.* on (tile|resource)\b/.test(line));
    expect(scans.length).toBeGreaterThan(1);
    expect(scans.filter((scan) => !/Index|Bitmap/.test(scan))).toEqual([]);
    expect(plan.some((line) => line.includes('Function Scan on tiles_with_concept_values'))).toBe(
      true,
    );
  });
});
