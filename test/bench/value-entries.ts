import { importConcepts } from '../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import {
  buildingGraph,
  buildingModel,
  buildingThesaurus,
  nodes,
} from '../functions/questions/building-model.ts';
import { withJsonFile, withTextFile } from '../support/temporary-file.ts';
import { openTestStack } from '../support/stack.ts';
import { createBenchImportContext } from './data.ts';

// Measures the entries of values: their size beside that of tiles with three values and eight words, and what they cost a write of one
// resource instance with five tiles. It prints lines of text. The database is native if HDS_DATABASE_URL is set.

const [, , tileCount = '200000'] = process.argv;
const batch = 2000;

const setup = `create table bench_word as
select n as rank, (array['s','th','br','k','m','fl','w','ch','d','gr'])[1 + n % 10] || (array['a','e','i','o','ou','ea'])[1 + n / 10 % 6]
  || (array['l','n','rt','st','m','b'])[1 + n / 60 % 6] || case when n > 360 then to_hex(n) else '' end as word
from generate_series(1, 50000) n;
create index on bench_word (rank)`;

const insertTiles = (
  from: number,
  to: number,
  sizes: string,
): string => `with resource_of_batch as (
  insert into resource (resource_id, graph_id)
  select md5('r' || n)::uuid, '${buildingGraph}'
  from generate_series(${from}, ${to - 1}, 5) n
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select
  md5('t' || n)::uuid,
  md5('r' || n - (n - ${from}) % 5)::uuid,
  '${nodes.phase}',
  jsonb_build_object(
    '${nodes.type}', jsonb_build_array(md5('c' || floor(power(5000, hash_part(n, 1)))::integer)::uuid),
    '${nodes.called}', jsonb_build_object('en', jsonb_build_object('direction', 'ltr', 'value', w.words))
  ) || case when n % 2 = 0
    then jsonb_build_object('${nodes.height}', round((hash_part(n, 2) * 1000)::numeric, 1))
    else jsonb_build_object('${nodes.built}', (1000 + floor(hash_part(n, 2) * 1000))::integer::text)
  end
from generate_series(${from}, ${to - 1}) n
cross join lateral (
  select string_agg(b.word, ' ') as words
  from generate_series(1, ${sizes}) p
  join bench_word b on b.rank = floor(power(50000, hash_part(n, 100 + p)))::integer
) w`;

const stack = await openTestStack();
const { owner } = stack;
const run = async (text: string) => owner.write(rawSql(text));
try {
  const context = createBenchImportContext(stack);
  await withJsonFile(buildingModel, (file) => importGraphs([file], context));
  await withTextFile('concepts.xml', buildingThesaurus, (file) => importConcepts([file], context));
  for (const part of setup.split(';')) await run(part);
  await run(`create function hash_part(n integer, part integer) returns float8 language sql immutable
return (hashint8extended(n, part) & 1073741823) / 1073741824.0`);
  const start = performance.now();
  for (let from = 0; from < Number(tileCount); from += batch) {
    await run(insertTiles(from, from + batch, 'case when n % 100 = 0 then 700 else 8 end'));
  }
  process.stdout.write(`filled in ${Math.round(performance.now() - start)} ms\n`);
  const tables = ['tile', 'id_entry', 'number_entry', 'date_entry', 'word_entry', 'entry_word'];
  for (const table of tables)
    await run(`vacuum analyze ${table}`).catch((error: unknown) =>
      process.stdout.write(`${table}: ${String(error)}\n`),
    );
  const sizes = await owner.read(
    rawSql(`select c.relname, pg_total_relation_size(c.oid)::bigint / 1024, pg_table_size(c.oid)::bigint / 1024, (
    select string_agg(i.indexrelid::regclass || ' ' || pg_table_size(i.indexrelid) / 1024, ', ')
    from pg_index i where i.indrelid = c.oid)
from pg_class c
where c.relname in (${tables.map((table) => `'${table}'`).join(', ')})
  and c.relkind = 'r'
order by 1`),
  );
  const total = sizes
    .filter(([name]) => name !== 'tile')
    .reduce((sum, [, size]) => sum + Number(size), 0);
  const tile = Number(sizes.find(([name]) => name === 'tile')?.[1]);
  for (const row of sizes) process.stdout.write(`${row.join(' | ')}\n`);
  process.stdout.write(`ratio ${(total / tile).toFixed(3)}\n`);
} finally {
  await stack.close();
}
