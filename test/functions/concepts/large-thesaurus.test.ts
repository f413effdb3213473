import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { run } from '../../../lib/data-api/query.ts';
import { plain } from '../../../lib/data-api/sql.ts';
import { parseConceptId } from '../../../lib/model/ids.ts';
import { findConcept } from '../../../lib/queries/concepts/concepts.ts';
import type { Concept } from '../../../lib/serializers/concepts/concept.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { concept, everything, large, writeLargeThesaurus } from './thesaurus.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeLargeThesaurus(service.stack);
  await service.open();
});

afterAll(async () => service?.close());

async function conceptAt(path: string, query = ''): Promise<Concept> {
  return concept.parse(await service.json(`/rdm/concepts/${path}?format=json${query}`));
}

const numberBelow = ({ subconcepts }: Concept): number =>
  subconcepts.reduce((sum, child) => sum + 1 + numberBelow(child), 0);

describe('a large thesaurus', () => {
  const query = (of: string) => findConcept(null, parseConceptId(of), everything);

  it('gives a concept with 5,460 below it, in one call for each million bytes of source', async () => {
    const { places } = await run(service.stack.data.read, query(large(2)));
    const pieces = new Set(places.map(({ piece }) => piece)).size;
    const calls = await service.callsOf(async () => {
      expect(numberBelow(await conceptAt(large(2)))).toBe(5460);
    });
    expect(pieces).toBeGreaterThan(1);
    expect(calls).toBe(pieces);
  });

  it('gives any concept by layers', async () => {
    const document = await conceptAt(large(0), '&depthlimit=3');
    expect(numberBelow(document)).toBe(3 + 12 + 48);
    const children = document.subconcepts[0]?.subconcepts.map((child) => child.id);
    expect(children).toStrictEqual([4, 5, 6, 7].map(large));
  });

  it.each([0, 1])('answers 413 to more than one answer can show, below concept %i', async (top) => {
    const response = await service.get(`/rdm/concepts/${large(top)}`);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      code: 'answer_too_large',
      detail: expect.stringContaining('depthlimit'),
    });
  });

  it('answers 413, and leaves nothing out, where few concepts have very many relations', async () => {
    const layer = (first: number, count: number): string =>
      `(select concept_id from concept order by concept_id offset ${first} limit ${count})`;
    await service.stack.owner.write(
      plain(`insert into concept_relation (from_concept_id, relation_type, to_concept_id)
      select a.concept_id, 'narrower', b.concept_id
      from ${layer(29_000, 210)} a
      cross join ${layer(29_300, 200)} b
      union all
      select '${large(28_000)}', 'narrower', a.concept_id
      from ${layer(29_000, 210)} a`),
    );
    for (const format of ['json', 'turtle']) {
      const path = `/rdm/concepts/${large(28_000)}?format=${format}`;
      expect((await service.get(path)).status).toBe(413);
    }
  });

  it('is read as far as the limit and no further', async () => {
    expect(await run(service.stack.data.read, query(large(0)))).toMatchObject({
      mayRead: true,
      isTooLarge: true,
      places: [],
    });
  });
});
