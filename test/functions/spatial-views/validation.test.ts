import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { nilUuid } from '../../../lib/model/ids.ts';
import { readProblem } from '../../gateway/problem.ts';
import { runCount } from '../../support/random/run-count.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import {
  createView,
  openViewsService,
  placeNodeIds,
  validView,
  type ViewsService,
} from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
  const { owner } = views.service.stack;
  for (const text of [
    'create schema layers',
    'grant all on schema layers to heritage_service',
    'create table layers.taken_polygon ()',
    'create table layers.mixed_mixed_geom ()',
  ]) {
    await owner.write({ text, parameters: [] });
  }
});
afterAll(async () => views?.service.close());

const as = 'administrator' as const;

const deleteViews = (): Promise<void> => runStatement(views.service, 'delete from spatial_view');

/** The pointer and code of each error of a body. */
async function readErrors(method: string, path: string, body: unknown): Promise<readonly string[]> {
  const problem = await readProblem(await views.send(method, path, { as, body }));
  expect([problem.status, problem.code]).toEqual([400, 'invalid_input']);
  expect(problem.errors?.every((error) => Object(error).in === 'body')).toBe(true);
  return (problem.errors ?? []).map((error) => `${Object(error).pointer} ${Object(error).code}`);
}

const attributeNode = (nodeid: unknown, description: unknown = '') => ({ nodeid, description });
const [firstAttribute] = validView.attributenodes;
/** The beginning of a query for a node of another graph, up to the id of a node of the own graph. */
const otherGraphQueryStart =
  "select node_id::text from node n where graph_id <> (select graph_id from node where node_id = '";

/** Changes to a valid body, and the errors that they cause. */
const invalidChanges: readonly (readonly [
  title: string,
  change: object,
  errors: readonly string[],
])[] = [
  ['an unknown geometry node', { geometrynodeid: nilUuid }, ['/geometrynodeid invalid']],
  [
    'a geometry node without geometry',
    { geometrynodeid: placeNodeIds.name },
    ['/geometrynodeid invalid'],
  ],
  [
    'a semantic geometry node',
    { geometrynodeid: placeNodeIds.extent },
    ['/geometrynodeid invalid'],
  ],
  ['a geometry node without an id', { geometrynodeid: 'geometry' }, ['/geometrynodeid invalid']],
  ['a number as geometry node', { geometrynodeid: 5 }, ['/geometrynodeid invalid']],
  ['no geometry node', { geometrynodeid: null }, ['/geometrynodeid invalid']],
  ['a language that the model does not have', { language: 'de' }, ['/language invalid']],
  ['a language that is not a tag', { language: 'English!' }, ['/language invalid']],
  ['an empty language', { language: '' }, ['/language invalid']],
  ['a list as language', { language: ['en'] }, ['/language invalid']],
  ['an unknown schema', { schema: 'nowhere' }, ['/schema invalid']],
  ['the schema of the system catalogue', { schema: 'pg_catalog' }, ['/schema invalid']],
  ['the information schema', { schema: 'information_schema' }, ['/schema invalid']],
  ['the schema of temporary tables', { schema: 'pg_temp' }, ['/schema invalid']],
  ['the schema of kept statements', { schema: 'kept' }, ['/schema invalid']],
  ['the schema of the readable catalogue', { schema: 'readable' }, ['/schema invalid']],
  ['a schema in another letter case', { schema: 'Public' }, ['/schema invalid']],
  ['a schema with code in it', { schema: 'public"; drop table tile; --' }, ['/schema invalid']],
  ['an empty schema', { schema: '' }, ['/schema invalid']],
  ['a slug that begins with a digit', { slug: '1places' }, ['/slug invalid']],
  ['a slug with a hyphen', { slug: 'pla-ces' }, ['/slug invalid']],
  ['a slug of one letter', { slug: 'p' }, ['/slug invalid']],
  ['a slug with a line break', { slug: 'places\n' }, ['/slug invalid']],
  ['a slug with a letter that is not ASCII', { slug: 'plàces' }, ['/slug invalid']],
  ['a slug with code in it', { slug: 'a"; drop table tile; --' }, ['/slug invalid']],
  ['a slug that is too long', { slug: 'p'.repeat(53) }, ['/slug invalid']],
  ['an empty slug', { slug: '' }, ['/slug invalid']],
  [
    'a slug whose view has the name of a table',
    { slug: 'taken', schema: 'layers' },
    ['/slug invalid'],
  ],
  [
    'a slug whose mixed view has the name of a table',
    { slug: 'mixed', schema: 'layers', ismixedgeometrytypes: true },
    ['/slug invalid'],
  ],
  [
    'attributes that are not a list',
    { attributenodes: { nodeid: placeNodeIds.name } },
    ['/attributenodes invalid'],
  ],
  ['JSON text for attributes', { attributenodes: '[]' }, ['/attributenodes invalid']],
  ['no attributes', { attributenodes: [] }, ['/attributenodes invalid']],
  [
    'an attribute that is not an object',
    { attributenodes: [firstAttribute, placeNodeIds.name] },
    ['/attributenodes/1 invalid'],
  ],
  [
    'an attribute without id',
    { attributenodes: [{ description: '' }] },
    ['/attributenodes/0/nodeid missing'],
  ],
  [
    'an attribute without description',
    { attributenodes: [{ nodeid: placeNodeIds.name }] },
    ['/attributenodes/0/description missing'],
  ],
  [
    'an attribute with null as description',
    { attributenodes: [attributeNode(placeNodeIds.name, null)] },
    ['/attributenodes/0/description invalid'],
  ],
  [
    'an attribute whose id is not a UUID',
    { attributenodes: [firstAttribute, attributeNode('x')] },
    ['/attributenodes/1/nodeid invalid'],
  ],
  [
    'an unknown attribute',
    { attributenodes: [firstAttribute, attributeNode(nilUuid)] },
    ['/attributenodes/1/nodeid invalid'],
  ],
  [
    'an attribute twice',
    { attributenodes: [firstAttribute, attributeNode(firstAttribute.nodeid.toUpperCase())] },
    ['/attributenodes/1/nodeid repeated'],
  ],
  [
    'a semantic attribute',
    { attributenodes: [attributeNode(placeNodeIds.extent)] },
    ['/attributenodes/0/nodeid invalid'],
  ],
  [
    'geometry as attribute',
    { attributenodes: [attributeNode(placeNodeIds.geometry)] },
    ['/attributenodes/0/nodeid invalid'],
  ],
  ['a text instead of a boolean', { isactive: 'true' }, ['/isactive invalid']],
  ['a number instead of a boolean', { ismixedgeometrytypes: 1 }, ['/ismixedgeometrytypes invalid']],
  ['null instead of a boolean', { isactive: null }, ['/isactive invalid']],
  ['a description that is not a text', { description: 5 }, ['/description invalid']],
  ['a very long description', { description: 'x'.repeat(10_001) }, ['/description invalid']],
  ['U+0000 in the description', { description: 'a\0b' }, ['/description invalid']],
  [
    'half a surrogate pair in the description',
    { description: 'a\uD800' },
    ['/description invalid'],
  ],
  [
    'U+0000 in an attribute',
    { attributenodes: [attributeNode(placeNodeIds.name, '\0')] },
    ['/attributenodes/0/description invalid'],
  ],
  [
    'half a surrogate pair in a key',
    { attributenodes: [{ ...firstAttribute, '\uDC00': 1 }] },
    ['/attributenodes/0/\uDC00 invalid'],
  ],
];

describe('an invalid field of a spatial view', () => {
  const slug = 'stored';
  let spatialviewid: string;
  beforeAll(async () => ({ spatialviewid } = await createView(views, { slug })));

  it.each(invalidChanges)(
    'is refused with 400 and a pointer by POST and PUT: %s',
    async (_, change, errors) => {
      expect(await readErrors('POST', '/api/spatialviews', { ...validView, ...change })).toEqual(
        errors,
      );
      const path = `/api/spatialviews/${spatialviewid}`;
      const putErrors = await readErrors('PUT', path, { spatialviewid, ...change });
      // With another geometry node, the stored attribute nodes are of another graph and cause further errors.
      expect(putErrors.slice(0, 1)).toEqual(errors);
      const stored: unknown = await (await views.send('GET', path, { as })).json();
      expect(stored).toMatchObject({ ...validView, slug });
    },
  );
});

describe('an invalid spatial view', () => {
  beforeEach(deleteViews);

  it('is refused with all of its errors at once', async () => {
    const body = {
      spatialviewid: nilUuid,
      slug: '1',
      description: 5,
      language: 'de',
      schema: 'nowhere',
      isactive: 'yes',
      geometrynodeid: placeNodeIds.geometry,
      attributenodes: [
        firstAttribute,
        firstAttribute,
        attributeNode('x'),
        attributeNode(placeNodeIds.extent, 1),
        attributeNode(nilUuid),
      ],
    };
    expect(new Set(await readErrors('POST', '/api/spatialviews', body))).toEqual(
      new Set([
        '/spatialviewid invalid',
        '/slug invalid',
        '/description invalid',
        '/language invalid',
        '/schema invalid',
        '/isactive invalid',
        '/attributenodes/1/nodeid repeated',
        '/attributenodes/2/nodeid invalid',
        '/attributenodes/3/description invalid',
        '/attributenodes/3/nodeid invalid',
        '/attributenodes/4/nodeid invalid',
      ]),
    );
  });

  it('has an error for each required field that is missing in POST', async () => {
    const requiredFields = ['geometrynodeid', 'language', 'slug', 'attributenodes'];
    expect(await readErrors('POST', '/api/spatialviews', {})).toEqual(
      requiredFields.map((name) => `/${name} missing`),
    );
    for (const name of requiredFields) {
      const body = { ...validView, [name]: undefined };
      expect(await readErrors('POST', '/api/spatialviews', body)).toEqual([`/${name} missing`]);
    }
  });

  it('has an error for an attribute node of another graph', async () => {
    const [otherNode] = await queryColumn(
      views.service,
      `${otherGraphQueryStart}${placeNodeIds.geometry}') and datatype = 'string' limit 1`,
    );
    const body = { ...validView, attributenodes: [firstAttribute, attributeNode(otherNode)] };
    expect(await readErrors('POST', '/api/spatialviews', body)).toEqual([
      '/attributenodes/1/nodeid invalid',
    ]);
  });

  it('has an error for a number that the database cannot store in an attribute node', async () => {
    const body = JSON.stringify(validView).replace('"nodeid"', '"number":1e400000,"nodeid"');
    expect(await readErrors('POST', '/api/spatialviews', body)).toEqual([
      '/attributenodes invalid',
    ]);
  });

  it('has an error for the slug of another view in any letter case, but not for its own slug', async () => {
    const { spatialviewid: id } = await createView(views, { slug: 'Places' });
    const { spatialviewid } = await createView(views, { slug: 'others' });
    for (const slug of ['places', 'PLACES', 'Places']) {
      expect(await readErrors('POST', '/api/spatialviews', { ...validView, slug })).toEqual([
        '/slug invalid',
      ]);
      const path = `/api/spatialviews/${spatialviewid}`;
      expect(await readErrors('PUT', path, { spatialviewid, slug })).toEqual(['/slug invalid']);
      const own = { as, body: { spatialviewid: id, slug } };
      expect((await views.send('PUT', `/api/spatialviews/${id}`, own)).status).toBe(200);
    }
  });

  it('has an error for an id in the body of POST, and for a missing or wrong id in that of PUT', async () => {
    const { spatialviewid } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    const body = { ...validView, slug: 'new' };
    expect(await readErrors('POST', '/api/spatialviews', { ...body, spatialviewid })).toEqual([
      '/spatialviewid invalid',
    ]);
    expect(await readErrors('PUT', path, body)).toEqual(['/spatialviewid missing']);
    expect(await readErrors('PUT', path, { ...body, spatialviewid: null })).toEqual([
      '/spatialviewid missing',
    ]);
    expect(await readErrors('PUT', path, { ...body, spatialviewid: nilUuid })).toEqual([
      '/spatialviewid invalid',
    ]);
    const requestWithUpperCaseId = {
      as,
      body: { ...body, spatialviewid: spatialviewid.toUpperCase() },
    };
    expect(
      (
        await views.send(
          'PUT',
          path.toUpperCase().replace('/API/SPATIALVIEWS', '/api/spatialviews'),
          requestWithUpperCaseId,
        )
      ).status,
    ).toBe(200);
    const requestWithoutId = { as, body: { ...validView, slug: 'newer', spatialviewid: null } };
    expect((await views.send('POST', '/api/spatialviews', requestWithoutId)).status).toBe(201);
  });
});

describe('the language of a spatial view', () => {
  beforeEach(deleteViews);

  it('must match a language of the texts of the graph by the lookup of RFC 4647, and is stored as it was sent', async () => {
    const languages = ['en-US', 'en', 'EN-us', 'en-GB', 'fr', 'fr-FR', 'fr-CA'];
    for (const [number, language] of languages.entries()) {
      const view = await createView(views, { language, slug: `language_${number}` });
      expect(view.language).toBe(language);
    }
  });

  it('must be that of the service if the texts of the graph have no language', async () => {
    const names = await queryColumn(
      views.service,
      `select name::text from graph where graph_id = (select graph_id from node where node_id = '${placeNodeIds.geometry}')`,
    );
    for (const table of ['node', 'card']) {
      await runStatement(
        views.service,
        `update ${table} set name = '"plain"' where graph_id in (select graph_id from graph where name = '${names[0]}')`,
      );
    }
    await runStatement(
      views.service,
      `update graph set name = '"plain"', source = source - 'description' - 'subtitle' where name = '${names[0]}'`,
    );
    expect((await createView(views, { language: 'en' })).language).toBe('en');
    expect(
      await readErrors('POST', '/api/spatialviews', { ...validView, slug: 'fr', language: 'fr' }),
    ).toEqual(['/language invalid']);
    await runStatement(
      views.service,
      `update graph set name = '${names[0]}' where name = '"plain"'`,
    );
  });
});

describe('a random body', () => {
  beforeEach(deleteViews);

  it('is stored, or is refused with 400 and changes nothing', async () => {
    const oddValue = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'places',
        'public',
        'en',
        placeNodeIds.name,
        placeNodeIds.geometry,
        '"',
        "';--",
        '$$',
        '%s',
      ),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const attributes = fc.array(
      fc.oneof(
        oddValue,
        fc.record({ nodeid: oddValue, description: oddValue }, { requiredKeys: [] }),
      ),
      { maxLength: 3 },
    );
    const body = fc.record(
      {
        slug: oddValue,
        schema: oddValue,
        description: oddValue,
        language: oddValue,
        isactive: oddValue,
        ismixedgeometrytypes: oddValue,
        geometrynodeid: oddValue,
        attributenodes: fc.oneof(oddValue, attributes),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (change, isWhole) => {
        const sentBody = isWhole ? { ...validView, ...change } : change;
        const answer = await views.send('POST', '/api/spatialviews', { as, body: sentBody });
        expect([400, 201]).toContain(answer.status);
        const list = await (await views.send('GET', '/api/spatialviews', { as })).json();
        expect(list).toHaveLength(answer.status === 201 ? 1 : 0);
        await runStatement(views.service, 'delete from spatial_view');
      }),
      runCount(60, 15),
    );
  });
});
