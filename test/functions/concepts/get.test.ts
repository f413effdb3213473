import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { localClusterArn, localSecretArn } from '../../../infra/local/data-api/names.ts';
import { readParts } from '../../../lib/data-api/chunks.ts';
import { plain } from '../../../lib/data-api/sql.ts';
import { parseConceptId } from '../../../lib/model/ids.ts';
import { conceptSource } from '../../../lib/queries/concepts.ts';
import {
  mergeConceptRelations,
  mergeConcepts,
  mergeConceptValues,
} from '../../../lib/queries/write-thesaurus.ts';
import { readConceptSource } from '../../../lib/serializers/concept-source.ts';
import { mostConcepts, type Concept } from '../../../lib/serializers/concept.ts';
import { proxyEvent } from '../../gateway/imitation/event.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

/** Ids that show in a failure what they stand for. */
const id = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [scheme, building, mill, watermill, windmill, miller] = [1, 2, 3, 4, 5, 6].map(id);
const unknown = id(404);
const everything = {
  includeSubConcepts: true,
  includeParentConcepts: true,
  includeRelatedConcepts: true,
  depthLimit: undefined,
};

const relations = [
  [1, 'hasTopConcept', 2],
  [2, 'narrower', 3],
  [3, 'narrower', 4],
  [3, 'narrower', 5],
  [3, 'related', 6],
  [6, 'related', 3],
  [7, 'member', 3],
  // A hierarchy that comes back to its start.
  [20, 'narrower', 21],
  [21, 'narrower', 22],
  [22, 'narrower', 20],
] as const;

const values = [
  [101, 1, 'prefLabel', 'en', 'Things'],
  [102, 2, 'prefLabel', 'en', 'Building'],
  [103, 3, 'prefLabel', 'en', 'Mill'],
  [104, 3, 'prefLabel', 'de', 'Mühle'],
  [105, 3, 'scopeNote', 'en', 'A machine that grinds.\nAlso its building.'],
  [106, 3, 'identifier', null, 'http://example.org/mill'],
  [107, 4, 'prefLabel', 'en', 'Watermill'],
  [108, 4, 'sortorder', null, '10'],
  [109, 5, 'prefLabel', 'en', 'Windmill'],
  [110, 5, 'sortorder', null, '9'],
  [111, 6, 'prefLabel', 'en', 'Miller'],
  [112, 6, 'scopeNote', 'en', 'Who works in a mill.'],
] as const;

let stack: TestStack;
let call: (
  path: string,
  query?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

type Answer = { readonly status: number; readonly body: unknown; readonly text: string };

const concept: z.ZodType<Concept> = z.strictObject({
  id: z.uuid(),
  legacyoid: z.string(),
  nodetype: z.string(),
  hassubconcepts: z.boolean(),
  relationshiptype: z.string(),
  get parentconcepts() {
    return z.array(concept);
  },
  get relatedconcepts() {
    return z.array(concept);
  },
  get subconcepts() {
    return z.array(concept);
  },
  values: z.array(
    z.strictObject({
      id: z.uuid(),
      conceptid: z.uuid(),
      category: z.string(),
      type: z.string(),
      language: z.string(),
      value: z.string(),
    }),
  ),
});

async function conceptAt(path = '', query = ''): Promise<Concept> {
  const { status, body } = await call(path, query);
  expect(status).toBe(200);
  return concept.parse(body);
}

async function writeThesaurus({ data }: TestStack): Promise<void> {
  const ids = [...new Set(relations.flatMap(([from, , to]) => [from, to]))];
  await data.write(
    mergeConcepts(
      ids.map((number) => ({
        concept_id: id(number),
        node_type: number === 1 ? 'ConceptScheme' : 'Concept',
        legacy_id: number === 1 ? 'http://example.org/things' : null,
      })),
    ),
  );
  await data.write(
    mergeConceptValues(
      values.map(([value, of, value_type, language_id, text]) => ({
        value_id: id(value),
        concept_id: id(of),
        value_type,
        language_id,
        value: text,
      })),
    ),
  );
  await data.write(
    mergeConceptRelations(
      relations.map(([from, relation_type, to]) => ({
        from_concept_id: id(from),
        to_concept_id: id(to),
        relation_type,
      })),
    ),
  );
}

/** 5,000 concepts below one, and 25,000 below another, in layers of ten times as many. */
async function writeLargeThesaurus({ owner }: TestStack): Promise<void> {
  const concept = `('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const parent = `('10000000-0000-4000-8000-' || lpad((n / 10)::text, 12, '0'))::uuid`;
  await owner.write(
    plain(`insert into concept (concept_id, node_type)
      select ${concept}, 'Concept' from generate_series(1, 29999) n`),
  );
  await owner.write(
    plain(`insert into concept_value (value_id, concept_id, value_type, language_id, value)
      select ('2' || substr(${concept}::text, 2))::uuid, ${concept}, 'prefLabel', 'en', 'Concept ' || n
      from generate_series(1, 29999) n`),
  );
  await owner.write(
    plain(`insert into concept_relation (from_concept_id, to_concept_id, relation_type)
      select ${parent}, ${concept}, 'narrower' from generate_series(10, 29999) n`),
  );
}

const guestReads = (may: boolean) =>
  stack.owner.write(plain(`update account_group set can_read = ${may} where name = 'Guest'`));

const lambda: Context = {
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'getConcept',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:getConcept',
  memoryLimitInMB: '1024',
  awsRequestId: 'test',
  logGroupName: 'test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => 29_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
};

beforeAll(async () => {
  stack = await openTestStack();
  await writeThesaurus(stack);
  await writeLargeThesaurus(stack);
  await guestReads(true);
  vi.stubEnv('HDS_CLUSTER_ARN', localClusterArn);
  vi.stubEnv('HDS_SECRET_ARN', localSecretArn('service'));
  vi.stubEnv('AWS_ENDPOINT_URL_RDS_DATA', stack.server.url);
  vi.stubEnv('HDS_BASE_URL', 'https://service.test');
  vi.stubEnv('HDS_LANGUAGE', 'en');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const { handler } = await import('../../../functions/concepts/get.ts');
  call = async (path, query = '', headers = {}) => {
    const event = proxyEvent(
      {
        method: 'GET',
        url: new URL(`https://service.test/rdm/concepts/${path}${query}`),
        headers: Object.entries(headers),
        body: Buffer.alloc(0),
      },
      {
        resource: {
          path: '/rdm/concepts/{concept_instance_id}',
          children: [],
          methods: new Map(),
        },
        pathParameters: { concept_instance_id: path },
      },
      'test',
      [],
    );
    const { statusCode, body } = await handler(event, lambda);
    return { status: statusCode, text: body, body: JSON.parse(body) };
  };
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await stack.close();
});

describe('GET /rdm/concepts/{id}', () => {
  it('answers with one concept object, field for field as specified', async () => {
    const document = await conceptAt(mill, '?includesubconcepts=false&includeparentconcepts=false');
    expect(document).toStrictEqual({
      id: mill,
      legacyoid: `https://service.test/concepts/${mill}`,
      nodetype: 'Concept',
      hassubconcepts: true,
      relationshiptype: '',
      parentconcepts: [],
      relatedconcepts: [
        {
          id: miller,
          legacyoid: `https://service.test/concepts/${miller}`,
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

  it('includes sub, parent and related concepts unless told otherwise', async () => {
    const document = await conceptAt(mill);
    expect(document.subconcepts.map((child) => child.id)).toStrictEqual([windmill, watermill]);
    expect(document.relatedconcepts.map((other) => other.id)).toStrictEqual([miller]);
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

  it('shows as many layers as depthlimit says, and hassubconcepts below', async () => {
    const document = await conceptAt(scheme, '?depthlimit=2');
    expect(document.subconcepts[0]?.subconcepts).toMatchObject([
      { id: mill, hassubconcepts: true, subconcepts: [] },
    ]);
  });

  it('shows the same for a depth limit below the leaves as for none', async () => {
    const [all, deep, layer] = await Promise.all([
      call(scheme ?? ''),
      call(scheme ?? '', '?depthlimit=1000'),
      call(scheme ?? '', '?depthlimit=3'),
    ]);
    expect(deep.text).toBe(all.text);
    expect(layer.text).toBe(all.text);
  });

  it('ends where a hierarchy comes back to its start', async () => {
    for (const query of ['', '?depthlimit=9', '?depthlimit=900']) {
      const document = await conceptAt(id(20), query);
      expect(document.subconcepts[0]?.subconcepts[0]?.subconcepts).toMatchObject([
        { id: id(20), hassubconcepts: false, values: [] },
      ]);
    }
  });

  it('does not take the members of a collection for sub concepts', async () => {
    expect(await conceptAt(id(7))).toMatchObject({ hassubconcepts: false, subconcepts: [] });
  });

  it('takes flags in any letter case and from headers', async () => {
    const { body } = await call(mill ?? '', '?includesubconcepts=FALSE', {
      'X-Service-IncludeParentConcepts': 'False',
    });
    expect(body).toMatchObject({ subconcepts: [], parentconcepts: [] });
  });

  it.each(['includesubconcepts=1', 'depthlimit=-1', 'depthlimit=two', 'lang=en_US', 'indent=11'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await call(mill ?? '', `?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'invalid_input', errors: [{ code: 'invalid' }] });
    },
  );

  it('answers 404 to an unknown id and to what is not a UUID', async () => {
    expect((await call(unknown)).status).toBe(404);
    expect((await call('mill')).status).toBe(404);
  });

  it('answers 406 to a format that it has not', async () => {
    expect((await call(mill ?? '', '?format=xml')).status).toBe(406);
  });

  it('makes one Data API call', async () => {
    await conceptAt(mill);
    stack.server.counters.reset();
    await conceptAt(scheme);
    expect(stack.server.counters.read().calls).toBe(1);
  });
});

describe('a large thesaurus', () => {
  const large = '10000000-0000-4000-8000-000000000';

  it('gives a concept with 5,000 below it, in as many calls as its megabytes and one', async () => {
    stack.server.counters.reset();
    const document = await conceptAt(`${large}003`, '?includeparentconcepts=false&depthlimit=3');
    const [first] = document.subconcepts;
    expect(document.subconcepts).toHaveLength(10);
    expect(first?.subconcepts).toHaveLength(10);
    expect(first?.subconcepts[9]?.subconcepts.map((leaf) => leaf.id)).toStrictEqual(
      Array.from({ length: 10 }, (_, digit) =>
        `${large.slice(0, -3)}000003${'09'}${digit}`.slice(0, 36),
      ),
    );
    expect(stack.server.counters.read().calls).toBeLessThanOrEqual(2);
  });

  it('answers 413 to more than one answer can show, and names what helps', async () => {
    const { status, body } = await call(`${large}002`);
    expect(status).toBe(413);
    expect(body).toMatchObject({
      code: 'answer_too_large',
      detail: expect.stringContaining('depthlimit'),
    });
  });

  it('is read as far as the limit and no further', async () => {
    const query = conceptSource(null, parseConceptId(`${large}002`), everything, mostConcepts);
    const source = readConceptSource(await readParts(stack.data, query));
    expect(source).toStrictEqual({ mayRead: true, isTooLarge: false, concepts: new Map() });
  });
});

describe('the right to read the thesaurus', () => {
  it('is asked of anonymous callers with 401, whether the concept exists or not', async () => {
    await guestReads(false);
    const [known, missing] = [await call(mill ?? ''), await call(unknown)];
    await guestReads(true);
    expect(known).toMatchObject({ status: 401, body: { code: 'authentication_required' } });
    expect(missing).toStrictEqual(known);
  });

  it('comes with a group that may read by default, and with being an administrator', async () => {
    await stack.owner.write(
      plain(`with account_made as (
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
    const mayRead = await Promise.all(
      [1, 2, 3, 4, 5].map(async (account) => {
        const query = conceptSource(account, parseConceptId(mill ?? ''), everything, mostConcepts);
        const source = readConceptSource(await readParts(stack.data, query));
        return [source.mayRead, source.concepts.size] as const;
      }),
    );
    expect(mayRead).toStrictEqual([
      [true, 6],
      [false, 0],
      [false, 0],
      [true, 6],
      [false, 0],
    ]);
  });
});
