import { searchModels } from './model.ts';

// The statements that fill a database that already has the models. Names look random, but are always the same.

const frequentWords = [
  'church',
  'house',
  'mill',
  'bridge',
  'farm',
  'hall',
  'barn',
  'tower',
  'of',
  'the',
  'old',
  'saint',
];
const syllables = [
  'ba',
  'chel',
  'dor',
  'en',
  'fal',
  'gre',
  'ham',
  'ing',
  'ju',
  'kel',
  'lan',
  'mor',
  'nor',
  'o',
  'pen',
  'quar',
  'ris',
  'ston',
  'ton',
  'un',
  'ver',
  'wick',
  'xan',
  'yar',
  'zel',
  'ford',
  'bury',
  'é',
];
const wordCount = 40_000;

const textList = (texts: readonly string[]): string => `array['${texts.join("', '")}']`;

/** A table of words. The frequency of a word decreases with its number. */
const wordTable = `create unlogged table bench_word as
select
  n as number,
  case
    when n < ${frequentWords.length} then (${textList(frequentWords)})[n + 1]
    else (
      select string_agg((${textList(syllables)})[1 + abs(hashint4(n * 7 + s)) % ${syllables.length}], '' order by s)
      from generate_series(1, 2 + abs(hashint4(n)) % 3) s
    )
  end as word
from generate_series(0, ${wordCount - 1}) n`;

/** A number from 0 to 1 that looks random. @param text an expression */
const fraction = (text: string): string => `(abs(hashtext(${text})::bigint) / 2147483649.0)`;

/** Builds the statement that inserts the resource instances with the numbers from `first` to `last` of all `count`. */
export function buildNameStatement(first: number, last: number, count: number): string {
  const ends = searchModels.map((_, position) =>
    Math.round(
      count * searchModels.slice(0, position + 1).reduce((sum, { share }) => sum + share, 0),
    ),
  );
  const model = `width_bucket(n, array[${ends
    .slice(0, -1)
    .map((end) => end + 1)
    .join(', ')}]) + 1`;
  return `insert into resource (resource_id, graph_id, descriptors)
select
  overlay(overlay(md5('resource ' || n) placing '4' from 13) placing 'a' from 17)::uuid,
  (${textList(searchModels.map(({ graphId }) => graphId))})[${model}]::uuid,
  jsonb_build_object('en-US', jsonb_build_object('name', jsonb_build_object(
    'value', (
      select string_agg(initcap(w.word), ' ' order by p.position)
      from generate_series(1, 2 + abs(hashint4(n)) % 4) as p (position)
      join bench_word w on w.number = floor(${wordCount} * power(${fraction(`n || ' ' || p.position`)}, 4))::integer
    ),
    'nodegroups', jsonb_build_array((${textList(searchModels.map(({ nodegroupId }) => nodegroupId))})[${model}]),
    'resources', '[]'::jsonb
  )))
from generate_series(${first}, ${last}) n`;
}

export const wordStatements: readonly string[] = [
  wordTable,
  'create index on bench_word (number)',
  'analyze bench_word',
];
