import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readProblem } from '../../gateway/problem.ts';
import { runStatement } from '../../support/sample.ts';
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
});
beforeEach(async () => runStatement(views.service, 'delete from spatial_view'));
afterAll(async () => views?.service.close());

const as = 'administrator' as const;
const viewSchema = z.looseObject({});
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

const formFields = {
  ...validView,
  attributenodes: JSON.stringify(validView.attributenodes),
};

function multipartForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Creates a spatial view from a body, and deletes it again. @returns the created view without its id */
async function storeAndRead(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await views.send('POST', '/api/spatialviews', { as, body, headers });
  expect([answer.status, await answer.clone().text()]).toEqual([201, expect.any(String)]);
  const { spatialviewid: _id, ...view } = viewSchema.parse(await answer.json());
  await runStatement(views.service, 'delete from spatial_view');
  return view;
}

describe('a spatial view in a form', () => {
  it('is stored like the same spatial view in JSON, in both kinds of form', async () => {
    const asJson = await storeAndRead({
      ...validView,
      isactive: false,
      ismixedgeometrytypes: true,
    });
    const allFields = { ...formFields, isactive: 'false', ismixedgeometrytypes: 'true' };
    expect(await storeAndRead(new URLSearchParams(allFields).toString(), formType)).toEqual(asJson);
    expect(await storeAndRead(multipartForm(allFields))).toEqual(asJson);
  });

  it('may have words for true and false, in any letter case', async () => {
    const words = {
      true: ['true', 'TRUE', '1', 'on', 'On'],
      false: ['false', 'False', '0', 'OFF'],
    };
    for (const [meaning, spellings] of Object.entries(words)) {
      for (const isactive of spellings) {
        const view = await storeAndRead(multipartForm({ ...formFields, isactive }));
        expect([isactive, view['isactive']]).toEqual([isactive, meaning === 'true']);
      }
    }
  });

  it('may contain attribute nodes as a file, unknown fields, which are ignored, and empty fields', async () => {
    const form = multipartForm({
      ...formFields,
      schema: '',
      isactive: '',
      collection: 'x',
      description: '',
    });
    form.set('attributenodes', new File([formFields.attributenodes], 'nodes.json'));
    expect(await storeAndRead(form)).toMatchObject({
      schema: 'public',
      isactive: true,
      description: '',
      attributenodes: validView.attributenodes,
    });
  });

  it('can be changed by PUT', async () => {
    const { spatialviewid } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    const body = new URLSearchParams({ spatialviewid, description: 'é & more' }).toString();
    const answer = await views.send('PUT', path, { as, body, headers: formType });
    expect(await answer.json()).toMatchObject({ ...validView, description: 'é & more' });
  });

  it('is refused with a pointer to each field that is repeated or has an invalid value', async () => {
    const form = multipartForm({ ...formFields, attributenodes: '[{', isactive: 'perhaps' });
    form.append('slug', 'twice');
    const problem = await readProblem(
      await views.send('POST', '/api/spatialviews', { as, body: form }),
    );
    expect(problem.status).toBe(400);
    expect(problem.errors).toMatchObject([
      { pointer: '/slug', code: 'repeated' },
      { pointer: '/attributenodes', code: 'invalid' },
      { pointer: '/isactive', code: 'invalid' },
    ]);
  });
});

describe('the body of POST and PUT', () => {
  const jsonType = { 'content-type': 'application/json' };
  const multipartType = (boundary: string) => ({
    'content-type': `multipart/form-data${boundary}`,
  });
  const refusedBodies: readonly (readonly [
    string,
    unknown,
    Readonly<Record<string, string>>,
    number,
  ])[] = [
    ['no body', undefined, {}, 400],
    ['an empty body', '', jsonType, 400],
    ['malformed JSON', '{"slug":', jsonType, 400],
    ['null', 'null', jsonType, 400],
    ['a list', '[]', jsonType, 400],
    ['a text', '"slug"', jsonType, 400],
    ['a number with many digits', '12345678901234567890', jsonType, 400],
    [
      'JSON that is nested too deeply',
      `{"attributenodes":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      jsonType,
      400,
    ],
    ['a form without boundary', 'slug=a', multipartType(''), 400],
    ['a form with another boundary', '--a\r\n\r\n--a--', multipartType('; boundary=b'), 400],
    [
      'a form that is cut off',
      '--b\r\nContent-Disposition: form-data; name="slug"\r\n\r\na',
      multipartType('; boundary=b'),
      400,
    ],
    ['XML', '<slug/>', { 'content-type': 'application/xml' }, 415],
    ['binary data', 'x', { 'content-type': 'application/octet-stream' }, 415],
    [
      'a multipart body that is not a form',
      'x',
      { 'content-type': 'multipart/mixed; boundary=b' },
      415,
    ],
    ['a body that is too large', 'x'.repeat(4_700_000), jsonType, 413],
  ];

  it.each(refusedBodies)(
    'is refused with a problem document, and nothing is stored: %s',
    async (_, body, headers, status) => {
      const { spatialviewid } = await createView(views, {});
      for (const [method, path] of [
        ['POST', '/api/spatialviews'],
        ['PUT', `/api/spatialviews/${spatialviewid}`],
      ] as const) {
        const answer = await views.send(method, path, { as, body, headers });
        expect([method, answer.status]).toEqual([method, status]);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
      }
      const list = await views.send('GET', '/api/spatialviews', { as });
      expect(await list.json()).toMatchObject([{ spatialviewid, ...validView }]);
    },
  );

  it('is read as JSON if its content type is missing, plain text or GeoJSON', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/geo+json; charset=utf-8' },
      { 'content-type': '' },
    ]) {
      expect(await storeAndRead(JSON.stringify(validView), headers)).toMatchObject({
        geometrynodeid: placeNodeIds.geometry,
      });
    }
  });
});
