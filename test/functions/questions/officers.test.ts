import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { manyRows, runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { DatabaseContent } from '../../support/database/content.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { findTestData } from '../../support/test-data.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';
import { hasTile, isWithinMetres, node } from './proofs.ts';

// Questions of heritage officers about real data, each with the SQL that proves its answer from tiles, concepts and geometries alone.

/** The condition that the tile `t` has a value of a concept with a label, or of a narrower one. */
const hasConcept = (name: string, graph: string, ...labels: readonly string[]): string => `exists (
  with recursive meant (concept_id) as (
    select v.concept_id
    from concept_value v
    where v.value_type in ('prefLabel', 'altLabel')
      and v.value in (${labels.map((label) => `'${label}'`).join(', ')})
    union
    select r.to_concept_id
    from meant m
    join concept_relation r on r.from_concept_id = m.concept_id
    where r.relation_type in ('narrower', 'hasTopConcept')
  )
  select
  from meant m
  join concept_value v on v.concept_id = m.concept_id
  where (t.data -> ${node(name, graph)})::text like '%' || v.value_id || '%'
)`;

const reachesRecord = (id: string): string => `exists (
  select
  from feature own
  join feature other on st_intersects(own.geometry, other.geometry)
  where own.resource_id = r.resource_id
    and other.resource_id = '${id}'
)`;

const isRelatedTo = (id: string): string => `exists (
  select
  from resource_relation o
  where (o.from_resource_id, o.to_resource_id) in ((r.resource_id, '${id}'), ('${id}', r.resource_id))
)`;

type OfficersQuestion = {
  readonly title: string;
  readonly query: string;
  readonly graph: string;
  /** A condition on the resource instance `r`. */
  readonly proof: string;
};

const query = (parameters: Readonly<Record<string, string>>): string =>
  new URLSearchParams(parameters).toString();

const point = (longitude: number, latitude: number): object => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

const tombs = 'b3dd28cc-0de1-11e8-ae2d-02b2d3297e3a';
const buildings = '23a06a1c-9fdc-11e7-b2cc-02e0c6d7ad7a';
const surveyOfSouthLosAngeles = 'fab91ca7-5868-4076-b0c2-6c842c82567c';
const architect = '595f0d72-a229-4028-8f5a-085dae3a25d3';
const people = '8fa0dd71-e907-54a1-afb0-cc30155b65fe';
const places = '1c394a13-ae4a-5c51-95b7-e10a0199f102';

const questionsOf: Readonly<Partial<Record<DatabaseContent, readonly OfficersQuestion[]>>> = {
  v5demo: [
    {
      title: 'tombs of any type, of the New Kingdom, within 2 km of a point',
      query: query({
        graph: tombs,
        'node.Resource_t': 'Tomb',
        'node.heritage_resource_type_cultural_period': 'NEW KINGDOM',
        near: '32.595,25.729,2000',
      }),
      graph: tombs,
      proof: `${hasTile(
        hasConcept('Resource_t', tombs, 'Tomb'),
        hasConcept('heritage_resource_type_cultural_period', tombs, 'NEW KINGDOM'),
      )} and ${isWithinMetres(point(32.595, 25.729), 2000)}`,
    },
    {
      title: 'buildings with replaced windows or cladding in the area of a survey',
      query: query({
        graph: buildings,
        'node.modification_type': 'Windows replaced - all,Wall cladding replaced',
        within: surveyOfSouthLosAngeles,
      }),
      graph: buildings,
      proof: `${hasTile(
        hasConcept(
          'modification_type',
          buildings,
          'Windows replaced - all',
          'Wall cladding replaced',
        ),
      )} and ${reachesRecord(surveyOfSouthLosAngeles)}`,
    },
    {
      title: 'buildings without a date',
      query: query({ graph: buildings, 'node.start_date_of_existence': '!*' }),
      graph: buildings,
      proof: `not ${hasTile(`t.data ->> ${node('start_date_of_existence', buildings)} <> ''`)}`,
    },
    {
      title: 'what one architect built',
      query: query({ graph: buildings, related: architect }),
      graph: buildings,
      proof: isRelatedTo(architect),
    },
  ],
  sample: [
    {
      title: 'religious buildings of any type, of limestone, within 500 km of Paris',
      query: query({
        graph: places,
        'node.place_type': 'religious building',
        'node.material': 'limestone',
        near: '2.35,48.86,500000',
      }),
      graph: places,
      proof: `${hasTile(hasConcept('place_type', places, 'Religious building'))}
and ${hasTile(hasConcept('material', places, 'Limestone'))}
and ${isWithinMetres(point(2.35, 48.86), 500_000)}`,
    },
    {
      title: 'places of iron and steel that were built in the 19th century',
      query: query({
        graph: places,
        'node.built': '1801..1900',
        'node.material': 'iron and steel',
      }),
      graph: places,
      proof: `${hasTile(hasConcept('material', places, 'Iron and steel'))}
and ${hasTile(`exists (
  select
  from regexp_matches(t.data ->> ${node('built', places)}, '\\m(18[0-9][1-9]|18[1-9]0|1900)\\M', 'g')
)`)}`,
    },
    {
      title: 'people without a date of their end',
      query: query({ graph: people, 'node.end': '!*' }),
      graph: people,
      proof: `not ${hasTile(`t.data ->> ${node('end', people)} <> ''`)}`,
    },
    {
      title: 'what one patron contributed to',
      query: query({ graph: places, 'related.contributor.node.function': 'patron' }),
      graph: places,
      proof: `exists (
  select
  from resource_relation o
  join tile t on t.resource_id = o.to_resource_id
  where o.from_resource_id = r.resource_id
    and o.node_id::text = ${node('contributor', places)}
    and ${hasConcept('function', people, 'Patron')}
)`,
    },
  ],
};

const contents = (['v5demo', 'sample'] as const).filter(
  (content) => content === 'sample' || findTestData('v5demo') !== undefined,
);

describe.each(contents)('the questions of officers about %s', (content) => {
  let service: TestService;
  let administrator: TestWriter;

  beforeAll(async () => {
    service = await openTestService(content);
    ({ administrator } = await createWriters(service));
  });

  afterAll(async () => service?.close());

  const containerSchema = z.object({ 'ldp:contains': z.array(z.string()).default([]) });
  const ask = async (path: string): Promise<readonly string[]> => {
    const container = containerSchema.parse(await administrator.read(path));
    return container['ldp:contains'].map((uri) => uri.replace(/.*\//, ''));
  };

  it.each(questionsOf[content] ?? [])('$title', async (question) => {
    const proven = await runQuery(
      service.stack.owner.read,
      manyRows(
        rawSql(`select to_jsonb(r.resource_id)::text
from resource r
where r.graph_id = '${question.graph}'
  and ${question.proof}
order by r.resource_id`),
        z.string(),
      ),
    );
    expect(proven.length).toBeGreaterThan(0);
    expect(await ask(`/resources/?${question.query}`)).toEqual(proven);
  });

  it('what changed since a moment', async () => {
    const [id = ''] = await ask('/resources/?limit=1');
    const since = new Date().toISOString();
    expect(await ask(`/resources/?changed=${since}..`)).toEqual([]);
    const { tiles, ...record } = recordSchema.parse(
      await administrator.read(`/resources/${id}?format=service-json`),
    );
    const changed = {
      ...record,
      tiles: tiles.map((tile) => ({
        ...tile,
        data: Object.fromEntries(
          Object.entries(tile.data).map(([name, value]) => [name, withChangedText(value)]),
        ),
      })),
    };
    const response = await administrator.sendRequest(
      'PUT',
      `/resources/${id}?format=service-json`,
      changed,
    );
    expect(response.status).toBeLessThan(300);
    expect(await ask(`/resources/?changed=${since}..`)).toEqual([id]);
  });
});

const recordSchema = z.looseObject({
  tiles: z.array(z.looseObject({ data: z.record(z.string(), z.unknown()) })),
});

/** Changes a text of several words, also one in a language. */
function withChangedText(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value).replace(/^(\{"[^"]*":\{"value":)?"([A-Za-z]+ )/, '$1"Changed $2'),
  );
}
