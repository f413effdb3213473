import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { parseConceptId } from '../../../lib/model/ids.ts';
import { findConcept } from '../../../lib/queries/concepts/find-concept.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import {
  concept,
  wholeConceptRequest,
  largeThesaurusCount,
  largeThesaurusId,
  writeLargeThesaurus,
} from './thesaurus.ts';

/** A concept with many relations below it. */
const crowdedId = largeThesaurusId(largeThesaurusCount - 500);
/** Each of these concepts has a relation to each of 200 others. */
const crowdCount = triesAllCases ? 210 : 100;
const crowdedRelationCount = crowdCount * 200;

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeLargeThesaurus(service.stack);
  await service.openToGuest();
});

afterAll(async () => service?.close());

async function conceptAt(path: string, query = ''): Promise<ConceptObject> {
  return concept.parse(await service.fetchJson(`/rdm/concepts/${path}?format=json${query}`));
}

const countBelow = ({ subconcepts }: ConceptObject): number =>
  subconcepts.reduce((sum, child) => sum + 1 + countBelow(child), 0);

describe.runIf(triesAllCases)('a large thesaurus', () => {
  it('returns a concept with 5,460 below it, with at most one call per megabyte of the answer, plus 8', async () => {
    let megabytes = 0;
    const calls = await service.countCalls(async () => {
      const response = await service.fetch(`/rdm/concepts/${largeThesaurusId(2)}?format=json`);
      const text = await response.text();
      megabytes = text.length / 1_000_000;
      expect(countBelow(concept.parse(JSON.parse(text)))).toBe(5460);
    });
    expect(calls).toBeLessThan(megabytes + 8);
  });

  it('returns the top concept with a depth limit', async () => {
    const document = await conceptAt(largeThesaurusId(0), '&depthlimit=3');
    expect(countBelow(document)).toBe(3 + 12 + 48);
    const children = document.subconcepts[0]?.subconcepts.map((child) => child.id);
    expect(children).toStrictEqual([4, 5, 6, 7].map(largeThesaurusId));
  });

  it('returns all of its concepts in RDF, each once', async () => {
    const response = await service.fetch(`/rdm/concepts/${largeThesaurusId(0)}?format=n-triples`);
    const text = await response.text();
    expect(text.split('#prefLabel>')).toHaveLength(largeThesaurusCount + 1);
    expect(text.split('#narrower>')).toHaveLength(largeThesaurusCount);
    expect(text.split('#broader>')).toHaveLength(largeThesaurusCount);
  });

  it(`returns a few concepts with ${crowdedRelationCount.toLocaleString('en')} relations between them`, async () => {
    const layer = (first: number, count: number): string =>
      `(select concept_id from concept order by concept_id offset ${first} limit ${count})`;
    await service.stack.owner.write(
      rawSql(`insert into concept_relation (from_concept_id, relation_type, to_concept_id)
      select a.concept_id, 'narrower', b.concept_id
      from ${layer(largeThesaurusCount - 450, crowdCount)} a
      cross join ${layer(largeThesaurusCount - 220, 200)} b
      union all
      select '${crowdedId}', 'narrower', a.concept_id
      from ${layer(largeThesaurusCount - 450, crowdCount)} a`),
    );
    const response = await service.fetch(`/rdm/concepts/${crowdedId}?format=n-triples`);
    expect((await response.text()).split('#narrower>').length).toBeGreaterThan(
      crowdedRelationCount + crowdCount,
    );
  });

  it('answers 413 if a document is too large, and names parameters that make it smaller', async () => {
    const path = `/rdm/concepts/${crowdedId}?format=json`;
    const response = await service.fetch(path);
    expect(response.status).toBe(413);
    await tryAdvice(await response.json(), path);
  });

  it('is not returned by the first call, which only reports that it is large', async () => {
    const query = findConcept(null, parseConceptId(largeThesaurusId(0)), wholeConceptRequest);
    expect(await runQuery(service.stack.dataApi.read, query)).toMatchObject({
      mayReadThesaurus: true,
      isLarge: true,
      positions: [],
    });
  });
});

/** Sends a request with each of the parameters that a 413 names, and checks that it succeeds. */
async function tryAdvice(problem: unknown, path: string): Promise<void> {
  const { code, detail } = z.object({ code: z.string(), detail: z.string() }).parse(problem);
  expect(code).toBe('answer_too_large');
  const advisedQueries = [...detail.matchAll(/with ((?:\w+=\w+&?)+)/g)].map(([, query]) => query);
  expect(advisedQueries.length).toBeGreaterThan(0);
  for (const query of advisedQueries) {
    const response = await service.fetch(`${path}&${query}`);
    await response.body?.cancel();
    expect([query, response.status]).toEqual([query, 200]);
  }
}
