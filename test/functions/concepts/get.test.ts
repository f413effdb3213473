import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { parseConceptId } from '../../../lib/model/ids.ts';
import { findConcept } from '../../../lib/queries/concepts/find-concept.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { concept, wholeConceptRequest, id, writeThesaurus } from './thesaurus.ts';

const scheme = id(1);
const building = id(2);
const mill = id(3);
const watermill = id(4);
const windmill = id(5);
const miller = id(6);
const unknownId = id(404);

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeThesaurus(service.stack);
});

afterAll(async () => service?.close());

async function fetchConcept(
  path: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await service.fetch(`/rdm/concepts/${path}${query}`, {
    headers: { accept: 'application/json', ...headers },
  });
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  return { status: response.status, text, body };
}

async function conceptAt(path: string, query = ''): Promise<ConceptObject> {
  return concept.parse((await fetchConcept(path, query)).body);
}

describe('reading the thesaurus', () => {
  it('is refused with 401 for anonymous callers, whether the concept exists or not', async () => {
    const answers = [await fetchConcept(mill), await fetchConcept(unknownId)];
    expect(answers.map(({ status }) => status)).toStrictEqual([401, 401]);
    expect(answers[0]?.body).toMatchObject({ code: 'authentication_required' });
  });

  it('is allowed to administrators and members of a group with the default `read`', async () => {
    await service.stack.owner.write(
      rawSql(`with account_made as (
        insert into account (account_id, username, is_active, is_administrator)
        values (1, 'reader', true, false), (2, 'nobody', true, false), (3, 'gone', false, false), (4, 'chief', true, true)
        returning account_id
      ),
      group_made as (
        insert into account_group (account_group_id, name, can_read)
        values (100, 'Readers', true)
        returning account_group_id
      )
      insert into group_member (account_id, account_group_id)
      select a.account_id, g.account_group_id
      from account_made a
      cross join group_made g
      where a.account_id in (1, 3)`),
    );
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map(async (account) => {
        const query = findConcept(account, parseConceptId(mill), wholeConceptRequest);
        const source = await runQuery(service.stack.dataApi.read, query);
        return [source.mayReadThesaurus, source.positions.length] as const;
      }),
    );
    expect(results).toStrictEqual([
      [true, 6],
      [false, 0],
      [false, 0],
      [true, 6],
      [false, 0],
    ]);
  });
});

describe('GET /rdm/concepts/{id}', () => {
  beforeAll(async () => service.openToGuest());

  it('returns one concept object with exactly the specified fields', async () => {
    const document = await conceptAt(mill, '?includesubconcepts=false&includeparentconcepts=false');
    expect(document).toStrictEqual({
      id: mill,
      legacyoid: `${baseUrl}/concepts/${mill}`,
      nodetype: 'Concept',
      hassubconcepts: true,
      relationshiptype: '',
      parentconcepts: [],
      relatedconcepts: [
        {
          id: miller,
          legacyoid: `${baseUrl}/concepts/${miller}`,
          nodetype: 'Concept',
          hassubconcepts: false,
          relationshiptype: 'related',
          parentconcepts: [],
          relatedconcepts: [],
          subconcepts: [],
          values: [
            {
              id: id(111),
              conceptid: miller,
              category: 'label',
              type: 'prefLabel',
              language: 'en',
              value: 'Miller',
            },
          ],
        },
      ],
      subconcepts: [],
      values: [
        {
          id: id(104),
          conceptid: mill,
          category: 'label',
          type: 'prefLabel',
          language: 'de',
          value: 'Mühle',
        },
        {
          id: id(103),
          conceptid: mill,
          category: 'label',
          type: 'prefLabel',
          language: 'en',
          value: 'Mill',
        },
        {
          id: id(105),
          conceptid: mill,
          category: 'note',
          type: 'scopeNote',
          language: 'en',
          value: 'A machine that grinds.\nAlso its building.',
        },
        {
          id: id(106),
          conceptid: mill,
          category: 'identifiers',
          type: 'identifier',
          language: '',
          value: 'http://example.org/mill',
        },
      ],
    });
  });

  it('includes sub, parent and related concepts by default', async () => {
    const document = await conceptAt(mill);
    expect(document.subconcepts.map((child) => child.id)).toStrictEqual([windmill, watermill]);
    expect(document.relatedconcepts.map((concept) => concept.id)).toStrictEqual([miller]);
    const [parent] = document.parentconcepts;
    expect(parent).toMatchObject({ id: building, relationshiptype: 'narrower', subconcepts: [] });
    expect(parent?.parentconcepts).toMatchObject([
      {
        id: scheme,
        nodetype: 'ConceptScheme',
        legacyoid: 'http://example.org/things',
        relationshiptype: 'hasTopConcept',
      },
    ]);
  });

  it('has as many layers as depthlimit, and hassubconcepts if there are more', async () => {
    const document = await conceptAt(scheme, '?depthlimit=2');
    expect(document.subconcepts[0]?.subconcepts).toMatchObject([
      { id: mill, hassubconcepts: true, subconcepts: [] },
    ]);
  });

  it('returns the same document without depthlimit and with a depthlimit beyond the leaves', async () => {
    const [unlimited, deeper, justDeepEnough] = await Promise.all([
      fetchConcept(scheme),
      fetchConcept(scheme, '?depthlimit=1000'),
      fetchConcept(scheme, '?depthlimit=3'),
    ]);
    expect(deeper.text).toBe(unlimited.text);
    expect(justDeepEnough.text).toBe(unlimited.text);
  });

  it('stops at the first concept that a cycle repeats', async () => {
    for (const query of ['', '?depthlimit=9', '?depthlimit=900']) {
      const document = await conceptAt(id(20), query);
      expect(document.subconcepts[0]?.subconcepts[0]?.subconcepts).toMatchObject([
        { id: id(20), hassubconcepts: false, values: [] },
      ]);
    }
  });

  it('does not include the members of a collection as sub concepts', async () => {
    expect(await conceptAt(id(7))).toMatchObject({ hassubconcepts: false, subconcepts: [] });
  });

  it('accepts flags in any letter case and in headers', async () => {
    const { body } = await fetchConcept(mill, '?includesubconcepts=FALSE', {
      'X-Service-IncludeParentConcepts': '0',
    });
    expect(body).toMatchObject({ subconcepts: [], parentconcepts: [] });
  });

  it.each([
    'includesubconcepts=maybe',
    'depthlimit=-1',
    'depthlimit=two',
    'lang=en_US',
    'indent=11',
  ])('refuses %s with 400', async (query) => {
    const { status, body } = await fetchConcept(mill, `?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', errors: [{ code: 'invalid' }] });
  });

  it('answers 404 for an unknown id and for text that is not a UUID', async () => {
    expect((await fetchConcept(unknownId)).status).toBe(404);
    expect((await fetchConcept('mill')).status).toBe(404);
  });

  it('answers 406 for an unsupported format', async () => {
    expect((await fetchConcept(mill, '?format=service-json')).status).toBe(406);
  });

  it('makes one Data API call', async () => {
    await conceptAt(mill);
    expect(await service.countCalls(() => conceptAt(scheme))).toBe(1);
  });
});
