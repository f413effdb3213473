import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { id } from './thesaurus.ts';
import { writeWaterworks } from './waterworks.ts';

const entry = z.looseObject({
  id: z.string(),
  label: z.looseObject({ id: z.string(), value: z.string() }).nullish(),
});
const entries = z.array(entry);
const collection = entry.extend({
  members: z.array(entry.extend({ memberof: z.array(z.string()) })),
});

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeWaterworks(service.stack);
  await service.openToGuest();
});

afterAll(async () => service?.close());

const numberOf = ({ id: conceptId }: { readonly id: string }): number =>
  Number(conceptId.slice(-12));
const fetchNumbers = async (path: string): Promise<readonly number[]> =>
  entries.parse(await service.fetchJson(path)).map(numberOf);

/** The numbers of the concepts on each page of a list; the pages are found by their links. */
async function fetchAllPages(
  path: string,
  itemsOf: (document: unknown) => readonly { readonly id: string }[],
): Promise<readonly (readonly number[])[]> {
  const pages: (readonly number[])[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const response = await service.fetch(next);
    expect(response.status).toBe(200);
    pages.push(itemsOf(await response.json()).map(numberOf));
    const link = /<https:\/\/[^/]*([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '');
    next = link?.[1];
  }
  return pages;
}

describe('GET /rdm/concepts', () => {
  it('lists schemes and collections by label, with the number of their concepts', async () => {
    const list = entries.parse(await service.fetchJson('/rdm/concepts'));
    expect(
      list.map((concept) => [concept.label?.value, concept['nodetype'], concept['conceptcount']]),
    ).toEqual([
      ['Kinds of mills', 'Collection', 2],
      ['People', 'ConceptScheme', 1],
      ['Things at the river', 'Collection', 2],
      ['Waterworks', 'ConceptScheme', 7],
      ['Ways', 'ConceptScheme', 2],
    ]);
  });

  it('lists the concept objects of the specification, with labels and without relatives', async () => {
    const list = entries.parse(await service.fetchJson('/rdm/concepts?lang=de'));
    const label = {
      id: id(1001),
      conceptid: id(1),
      category: 'label',
      type: 'prefLabel',
      language: 'de',
      value: 'Wasserbauten',
    };
    expect(list.find((concept) => concept.id === id(1))).toStrictEqual({
      id: id(1),
      legacyoid: 'http://example.org/waterworks',
      nodetype: 'ConceptScheme',
      hassubconcepts: true,
      relationshiptype: '',
      parentconcepts: [],
      relatedconcepts: [],
      subconcepts: [],
      values: [label, { ...label, id: id(1000), language: 'en', value: 'Waterworks' }],
      label,
      conceptcount: 7,
    });
  });

  it('lists only one kind with nodetype', async () => {
    expect(await fetchNumbers('/rdm/concepts?nodetype=Collection')).toEqual([50, 52]);
    expect((await service.fetch('/rdm/concepts?nodetype=Concept')).status).toBe(400);
  });

  it('returns the same entries in pages as in one answer', async () => {
    const pages = await fetchAllPages('/rdm/concepts?limit=2', (document) =>
      entries.parse(document),
    );
    expect(pages).toEqual([[50, 20], [52, 1], [60]]);
  });

  it('makes one Data API call, and answers 304 if the ETag is unchanged', async () => {
    const response = await service.fetch('/rdm/concepts');
    const tag = response.headers.get('etag') ?? '';
    const calls = await service.countCalls(async () => {
      const again = await service.fetch('/rdm/concepts', { headers: { 'if-none-match': tag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    });
    expect(calls).toBe(1);
  });
});

describe('GET /rdm/concepts/search', () => {
  const search = (query: string): Promise<readonly number[]> =>
    fetchNumbers(`/rdm/concepts/search?${query}`);

  it('finds first equal labels, then labels and words that begin with the text, then similar labels', async () => {
    const document = z
      .array(z.looseObject({ match: z.string(), matched: z.looseObject({ value: z.string() }) }))
      .parse(await service.fetchJson('/rdm/concepts/search?q=mill'));
    expect(document.map(({ match, matched }) => [match, matched.value])).toEqual([
      ['exact', 'Mill'],
      ['beginning', 'Miller'],
      ['beginning', 'Mill driven by wind'],
      ['word', 'Kinds of mills'],
      ['similar', 'Watermill'],
    ]);
  });

  it.each([
    ['Muhle', 4],
    ['mühle', 4],
    ['MÜHLE', 4],
    ['molle', 4],
    ['μυλος', 4],
    ['ΜΎΛΟΣ', 4],
    ['мельница', 4],
    ['strasse am fluss', 61],
    ['STRAẞE', 61],
    ['aero', 62],
    ['grinding', 4],
    ['house', 4],
    ['edif', 2],
    ['wathermil', 5],
    ['widnmill', 6],
  ])('finds %s', async (q, first) => {
    expect((await search(`q=${encodeURIComponent(q)}`))[0]).toBe(first);
  });

  it('puts preferred labels before other labels', async () => {
    expect(await search('q=mill&limit=3')).toEqual([4, 9, 6]);
  });

  it('puts labels in the requested language first', async () => {
    expect((await search('q=m&lang=en')).slice(0, 2)).toEqual([3, 41]);
    expect((await search('q=m&lang=de')).slice(0, 2)).toEqual([3, 4]);
  });

  it('searches only the scheme or collection that a parameter names', async () => {
    expect(await search(`q=mill&scheme=${id(20)}`)).toEqual([9]);
    expect(await search(`q=mill&collection=${id(50)}`)).toEqual([6, 5]);
    expect(await search(`q=wheel&collection=${id(50)}`)).toEqual([]);
  });

  it('returns each concept once, in pages of any size', async () => {
    const parse = (document: unknown) => entries.parse(document);
    for (const q of ['mill', 'm', 'w', 'wa', 'stream']) {
      const whole = await search(`q=${q}&limit=100`);
      expect(new Set(whole).size).toBe(whole.length);
      for (const limit of [1, 2, 3]) {
        const pages = await fetchAllPages(`/rdm/concepts/search?q=${q}&limit=${limit}`, parse);
        expect(pages.flat()).toEqual(whole);
      }
    }
  });

  it('finds nothing for text that is in no label, and for punctuation alone', async () => {
    expect(await search('q=zzzzzz')).toEqual([]);
    expect(await search('q=%25')).toEqual([]);
    expect(await search('q=_')).toEqual([]);
  });

  it.each([
    '',
    '?q=',
    '?q=%20',
    `?q=a&scheme=${id(404)}`,
    `?q=a&scheme=${id(50)}`,
    `?q=a&collection=${id(1)}`,
    '?q=a&limit=101',
    '?q=a%00',
  ])('answers 400 for "%s"', async (query) => {
    const response = await service.fetch(`/rdm/concepts/search${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_input' });
  });

  it('makes one Data API call', async () => {
    expect(await service.countCalls(() => search('q=wathermil'))).toBe(1);
  });
});

describe('GET /rdm/collections/{id}', () => {
  const membersOf = async (number: number, query = '') =>
    collection.parse(await service.fetchJson(`/rdm/collections/${id(number)}${query}`)).members;

  it('has the members of an ordered collection in the order of the collection', async () => {
    expect((await membersOf(50)).map(({ label }) => label?.value)).toEqual([
      'Windmill',
      'Watermill',
    ]);
  });

  it('includes members of members, each once, with the ids of the entries that contain them', async () => {
    const members = await membersOf(52);
    expect(members.map((member) => [numberOf(member), member.memberof])).toEqual([
      [2, [id(52)]],
      [3, [id(8), id(52)]],
      [8, [id(3)]],
      [7, [id(2)]],
    ]);
  });

  it('has as many layers as depthlimit', async () => {
    expect((await membersOf(52, '?depthlimit=1')).map(numberOf)).toEqual([2, 3]);
    expect((await membersOf(52, '?depthlimit=0')).map(numberOf)).toEqual([]);
    expect((await membersOf(52, '?depthlimit=100')).map(numberOf)).toEqual([2, 3, 8, 7]);
  });

  it('contains the id of the concept value that a tile stores if the member is chosen', async () => {
    const [, watermill] = await membersOf(50, '?lang=de-AT');
    expect(watermill?.label).toStrictEqual({
      id: id(1019),
      conceptid: id(5),
      category: 'label',
      type: 'prefLabel',
      language: 'de',
      value: 'Wassermühle',
    });
  });

  it('returns the same entries in pages as in one answer', async () => {
    const pages = await fetchAllPages(
      `/rdm/collections/${id(52)}?limit=1`,
      (document) => collection.parse(document).members,
    );
    expect(pages).toEqual([[2], [3], [8], [7]]);
  });

  it('answers 404 for the id of a concept or a scheme', async () => {
    for (const wrongId of [id(1), id(4), id(404), 'mills']) {
      expect((await service.fetch(`/rdm/collections/${wrongId}`)).status).toBe(404);
    }
  });

  it('makes one Data API call', async () => {
    expect(await service.countCalls(() => membersOf(52))).toBe(1);
  });
});

describe('the order of a list', () => {
  it.each(['en', 'de', 'de-AT', 'da', 'ru', 'fr'])(
    'is the same as in the concept document: %s',
    async (lang) => {
      await service.stack.owner.write(
        rawSql(`insert into concept_relation (from_concept_id, relation_type, to_concept_id)
        select '${id(20)}', 'hasTopConcept', c.concept_id
        from concept c
        where c.node_type = 'Concept'
        on conflict do nothing`),
      );
      await service.stack.owner.write(
        rawSql(`insert into concept_relation (from_concept_id, relation_type, to_concept_id)
        select '${id(60)}', 'member', c.concept_id
        from concept c
        where c.node_type = 'Concept'
        on conflict do nothing`),
      );
      await service.stack.owner.write(
        rawSql(`update concept set node_type = 'Collection' where concept_id = '${id(60)}'`),
      );
      const tree = z
        .object({ subconcepts: entries })
        .parse(
          await service.fetchJson(
            `/rdm/concepts/${id(20)}?format=json&depthlimit=1&includerelatedconcepts=0&lang=${lang}`,
          ),
        );
      const list = collection.parse(
        await service.fetchJson(`/rdm/collections/${id(60)}?depthlimit=1&lang=${lang}`),
      );
      expect(list.members.map(numberOf)).toEqual(tree.subconcepts.map(numberOf));
    },
  );
});
