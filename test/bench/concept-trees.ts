import { setGroupDefaults } from '../../infra/cli/accounts/queries/groups.ts';
import { readDocument } from '../../lib/data-api/chunks.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import type { TestStack } from '../support/stack.ts';
import { configureFunctions } from './environment.ts';
import type { Figure } from './figure.ts';
import { benchWholeThesauri } from './whole-thesauri.ts';

const sizes = [10, 500, 5000];
const rounds = 11;

/** An SQL expression for the id of a concept, by its number in the scheme of this size. Number 0 is the scheme itself. */
const idOf = (size: number, number: string): string =>
  `('7e5a0000-0000-4000-8000-' || lpad((${size} * 10000 + ${number})::text, 12, '0'))::uuid`;

/**
 * Measures reading a scheme with all its concepts from the packaged service behind the emulated gateway. The peer is a
 * hand-written statement for the same concepts and values through the same Data API.
 */
export async function benchConceptTrees(
  stack: TestStack,
  kind: string,
): Promise<readonly Figure[]> {
  configureFunctions(stack);
  await stack.dataApi.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
  for (const size of sizes) await writeScheme(stack, size);
  await stack.owner.write(rawSql('select derive_concept_relations()'));
  await stack.owner.write(rawSql('analyze'));
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const figures: Figure[] = [];
    for (const size of sizes) {
      const [row] = await stack.dataApi.read(rawSql(`select ${idOf(size, '0')}::text`));
      for (const format of ['json', 'json-ld', 'turtle']) {
        const url = `${service.url}/rdm/concepts/${String(row?.[0])}?format=${format}`;
        figures.push(await compareWithBareStatement(stack, kind, size, format, url));
      }
    }
    return [...figures, ...(await benchWholeThesauri(stack, kind, service.url))];
  } finally {
    await service.close();
  }
}

async function compareWithBareStatement(
  stack: TestStack,
  kind: string,
  size: number,
  format: string,
  url: string,
): Promise<Figure> {
  const serviceTimes: number[] = [];
  const bareTimes: number[] = [];
  // The variants alternate, because other work on the machine slows down all of them.
  for (let round = 0; round < rounds; round += 1) {
    serviceTimes.push(await measureMilliseconds(() => fetchText(url)));
    bareTimes.push(
      await measureMilliseconds(() =>
        readDocument(stack.dataApi, { lines: rawSql(buildBareStatement(size)) }),
      ),
    );
  }
  return {
    subject: `GET /rdm/concepts/{id}, ${size.toLocaleString('en-US')} narrower, ${format}, ${kind}`,
    measure: 'median',
    value: median(serviceTimes),
    unit: 'ms',
    beside: { name: 'the bare statement', value: median(bareTimes) },
  };
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

async function measureMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0;
}

async function writeScheme({ owner }: TestStack, size: number): Promise<void> {
  const numbers = `generate_series(0, ${size}) n`;
  await owner.write(
    rawSql(`insert into concept (concept_id, node_type)
select ${idOf(size, 'n')}, case n when 0 then 'ConceptScheme' else 'Concept' end
from ${numbers}`),
  );
  await owner.write(
    rawSql(`insert into concept_value (value_id, concept_id, value_type, language_id, value)
select gen_random_uuid(), ${idOf(size, 'n')}, 'prefLabel', l.language, l.word || ' ' || n
from ${numbers}
cross join (values ('en', 'Concept'), ('de', 'Begriff')) l (language, word)`),
  );
  await owner.write(
    rawSql(`insert into concept_relation (from_concept_id, relation_type, to_concept_id)
select ${idOf(size, '0')}, 'hasTopConcept', ${idOf(size, 'n')}
from ${numbers}
where n > 0`),
  );
}

function buildBareStatement(size: number): string {
  return `select
  row_number() over () as position,
  json_build_array(
    c.concept_id,
    c.node_type,
    json_agg(json_build_array(v.value_id, v.value_type, v.language_id, v.value))
  )::text as part
from concept_relation r
join concept c on c.concept_id = r.to_concept_id
join concept_value v on v.concept_id = c.concept_id
where r.from_concept_id = ${idOf(size, '0')}
  and r.relation_type = 'hasTopConcept'
group by c.concept_id`;
}
