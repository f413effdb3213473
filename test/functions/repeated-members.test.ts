import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { graphUri } from '../../lib/model/uris.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from '../gateway/operations.ts';
import { takeSample } from '../support/random/take-sample.ts';
import { listRepetitions } from '../support/repeated-members.ts';
import { base, crm, graphId, pointCollection, rdfValue } from '../lib/json-ld/mill.ts';
import { id } from '../infra/cli/import/graphs/example.ts';
import { oldMill, placeMills } from './writing/every-write.ts';
import {
  millNodes,
  openMillService,
  type MillService,
  type WriteRequest,
} from './writing/mill-service.ts';
import { readFootprint } from './writing/read-footprint.ts';
import {
  createOtherWrites,
  listResourceWrites,
  type WriteCase,
} from './writing/writing-operations.ts';

/*
 * JSON in which an object has two members of one name. JSON.parse keeps the last one, so that a request would be read
 * differently from what it says.
 */

const jsonType = { 'content-type': 'application/json' };
const boundary = '7f3a9c51e0';

let mills: MillService;
let bodyOperations: readonly RoutedOperation[];
let otherWrites: readonly WriteCase[];

beforeAll(async () => {
  mills = await openMillService();
  bodyOperations = (await listRoutedOperations((await openGateway()).api)).filter(({ operation }) =>
    ['POST', 'PUT'].includes(operation.method),
  );
  otherWrites = await createOtherWrites(mills);
});

beforeEach(async () => placeMills(mills.service));
afterAll(async () => mills?.service.close());

const problemSchema = z.object({
  errors: z.array(z.object({ code: z.string(), pointer: z.string() })).default([]),
});

/** The status of an answer, and the code and pointer of each problem. */
async function readRefusal(response: Response): Promise<readonly unknown[]> {
  const { errors } = problemSchema.parse(await response.json());
  return [response.status, ...errors.map(({ code, pointer }) => [code, pointer])];
}

const refusalAt = (...pointers: readonly string[]): readonly unknown[] => [
  400,
  ...pointers.map((pointer) => ['repeated_member', pointer]),
];

describe('a JSON body that repeats a member', () => {
  it('is a 400 with the pointers of the second ones in every operation that reads JSON', async () => {
    const refusing: string[] = [];
    for (const { operation, examplePath: path } of bodyOperations) {
      const body = String.raw`{"a":{"b/c":1,"b/c":2},"\u0061":3,"__proto__":4,"__proto__":4}`;
      const { method } = operation;
      const response = await mills.sendRequest({ method, path, body, headers: jsonType });
      // Other operations read only forms, or first need the cookie of a session.
      if (response.status === 415 || operation.access === 'session') continue;
      // The search addresses of Arches have errors of one text.
      const pointers =
        operation.errorFormat === 'former-search' ? [] : ['/a/b~1c', '/a', '/__proto__'];
      const expected = refusalAt(...pointers);
      expect([operation.id, await readRefusal(response)]).toEqual([operation.id, expected]);
      refusing.push(operation.id);
    }
    const withJson = bodyOperations.filter(
      ({ operation: { requestBody, parametersInBody, hasBinaryBody } }) =>
        (requestBody !== undefined && hasBinaryBody !== true) || parametersInBody === true,
    );
    expect(refusing.toSorted()).toEqual(
      expect.arrayContaining(withJson.map(({ operation }) => operation.id).toSorted()),
    );
    expect(refusing).toEqual(
      expect.arrayContaining(['put-resource', 'create-resource', 'write-tile', 'query-geojson']),
    );
  });

  it('stores nothing, wherever the member is repeated, in every operation that writes JSON', async () => {
    const resourceWrites = listResourceWrites(mills);
    const requests = [
      ...(await Promise.all(resourceWrites.map(({ createRequest }) => createRequest()))),
      ...otherWrites.map(({ request }) => request),
    ].filter(({ body = '' }) => body.toString().startsWith('{'));
    expect(requests.length).toBeGreaterThan(12);
    const before = await readFootprint(mills.service);
    for (const request of requests) {
      const repetitions = listRepetitions(JSON.parse(request.body?.toString() ?? ''));
      for (const { text, pointer } of takeSample(repetitions, 8)) {
        const response = await mills.sendRequest({ ...request, body: text });
        const refusal = [request.path, await readRefusal(response)];
        expect(refusal).toEqual([request.path, refusalAt(pointer)]);
      }
    }
    expect(await readFootprint(mills.service)).toEqual(before);
  });
});

/** The fields of a form as the body of a request, URL-encoded and as a multipart form. */
function encodeBothWays(fields: Readonly<Record<string, string>>): readonly WriteRequest[] {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const request = { method: 'POST', path: '' };
  return [
    {
      ...request,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    {
      ...request,
      body: `${parts.join('')}--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    },
  ];
}

describe('JSON in a field of a form that repeats a member', () => {
  const tile = {
    nodegroup_id: millNodes.appellation,
    data: { [millNodes.name]: 'Windmill', [millNodes.note]: '' },
  };
  const attributes = [{ nodeid: millNodes.name, description: 'What it is called' }];
  const view = { slug: 'mills', geometrynodeid: millNodes.geometry, language: 'en-US' };

  it.each<{
    readonly title: string;
    readonly path: string;
    readonly value: unknown;
    readonly prefix: string;
    readonly fieldsWith: (text: string) => Readonly<Record<string, string>>;
  }>([
    {
      title: 'a tile',
      path: `/api/tiles/${id(601)}`,
      value: tile,
      prefix: '',
      fieldsWith: (data) => ({ data }),
    },
    {
      title: 'a new tile',
      path: '/api/tiles',
      value: tile,
      prefix: '',
      fieldsWith: (data) => ({ data }),
    },
    {
      title: 'the attributes of a spatial view',
      path: '/api/spatialviews',
      value: attributes,
      prefix: '/attributenodes',
      fieldsWith: (attributenodes) => ({ ...view, attributenodes }),
    },
    {
      title: 'the GeoJSON of a node',
      path: '/api/node_value/',
      value: pointCollection,
      prefix: '/data',
      fieldsWith: (data) => ({ nodeid: millNodes.geometry, tileid: id(603), data }),
    },
    {
      title: 'the references of a node',
      path: '/api/node_value/',
      value: [{ resourceId: oldMill, ontologyProperty: '' }],
      prefix: '/data',
      fieldsWith: (data) => ({ nodeid: millNodes.neighbours, resourceinstanceid: oldMill, data }),
    },
  ])(
    'is a 400 with the pointer of the second one, and stores nothing: $title',
    async ({ path, value, prefix, fieldsWith }) => {
      const before = await readFootprint(mills.service);
      for (const { text, pointer } of takeSample(listRepetitions(value), 8)) {
        for (const request of encodeBothWays(fieldsWith(text))) {
          const refusal = await readRefusal(await mills.sendRequest({ ...request, path }));
          expect([text, refusal]).toEqual([text, refusalAt(prefix + pointer)]);
        }
      }
      expect(await readFootprint(mills.service)).toEqual(before);
    },
  );

  it.each([
    ['{"x":1,"x":2,"y":3}', '/x'],
    ['{"x":1,"y":3},{"x":1,"y":3,"y":4}', '/1/y'],
  ])('is a 400 if it is the ArcGIS geometries of a node: %s', async (data, pointer) => {
    const fields = { nodeid: millNodes.geometry, tileid: id(603), data };
    for (const request of encodeBothWays(fields)) {
      const response = await mills.sendRequest({ ...request, path: '/api/node_value/' });
      expect(await readRefusal(response)).toEqual(refusalAt(`/data${pointer}`));
    }
  });
});

describe('JSON in a text of a JSON-LD document that repeats a member', () => {
  const path = `/resources/${oldMill}`;

  /** Sends what GET answers, with the JSON text of the geometry replaced. */
  const putWithGeometry = async (query: string, geometryText: string): Promise<Response> => {
    const answer = await mills.sendRequest({ method: 'GET', path: `${path}?${query}` });
    const document = await answer.text();
    const escaped = JSON.stringify(geometryText);
    const changed = document.replace(
      /"\{\\"type\\": ?\\"FeatureCollection(?:[^"\\]|\\.)*"/,
      () => escaped,
    );
    expect(changed).not.toBe(document);
    return mills.sendRequest({ method: 'PUT', path, body: changed });
  };

  it('is a 400 with the pointer of the text, and stores nothing: rdf:value in the shape of the specification', async () => {
    const before = await readFootprint(mills.service);
    for (const { text, pointer } of takeSample(listRepetitions(pointCollection), 6)) {
      const response = await putWithGeometry('format=json-ld', text);
      const body = z
        .object({
          errors: z.array(z.object({ code: z.string(), pointer: z.string(), detail: z.string() })),
        })
        .parse(await response.json());
      expect([response.status, body.errors]).toEqual([
        400,
        [
          expect.objectContaining({
            code: 'repeated_member',
            pointer: expect.stringContaining(rdfValue.replaceAll('/', '~1')),
            detail: expect.stringContaining(pointer),
          }),
        ],
      ]);
    }
    expect(await readFootprint(mills.service)).toEqual(before);
  });

  it('is a 400 if it is a text by language or any other JSON', async () => {
    const document = (text: string): string =>
      JSON.stringify({
        '@type': graphUri(base, graphId),
        [crm('P1_is_identified_by')]: { [crm('P3_has_note')]: { [rdfValue]: text } },
      });
    for (const text of [
      '{"en":{"value":"Mill","direction":"ltr"},"en":{"value":"Tower","direction":"ltr"}}',
      '{"en":{"value":"Mill","value":"Tower","direction":"ltr"}}',
      '[{"a":1,"a":2}]',
    ]) {
      const body = document(text);
      const response = await mills.sendRequest({ method: 'POST', path: '/resources/mill', body });
      expect([text, (await readRefusal(response)).slice(0, 2)]).toEqual([
        text,
        [400, ['repeated_member', expect.any(String)]],
      ]);
    }
  });

  it('is stored as it is if it is the text of a node in the linked shape, and stays so when it is sent back', async () => {
    const text = '{"a":1,"a":2}';
    const tilePath = `/api/tiles/${id(601)}`;
    const tile = { nodegroup_id: millNodes.appellation, data: { [millNodes.note]: text } };
    const body = JSON.stringify(tile);
    expect((await mills.sendRequest({ method: 'POST', path: tilePath, body })).status).toBe(200);
    const before = await readFootprint(mills.service);
    for (const query of ['format=json-ld', 'format=json-ld&profile=linked']) {
      const answer = await mills.sendRequest({ method: 'GET', path: `${path}?${query}` });
      const sent = await mills.sendRequest({ method: 'PUT', path, body: await answer.text() });
      expect([query, sent.status]).toEqual([query, 200]);
    }
    expect(await readFootprint(mills.service)).toEqual(before);
  });
});
