import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from './every-write.ts';
import {
  openMills,
  problemOf,
  readRecord,
  recordPath,
  refusalOf,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type Mills,
} from './mills.ts';
import { millNodes } from './mill-service.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let reviewer: TestWriter;
let mill: MillRecord;
let before: string;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  mill = await readRecord(reviewer);
  before = await mills.traces();
});

afterAll(async () => mills?.service.close());

const { appellation, name, note, place, sightings, geometry, neighbours } = millNodes;
/** Sends a document that the service refuses, and checks that nothing was stored. */
async function put(document: unknown, path = recordPath): ReturnType<typeof refusalOf> {
  const refusal = await refusalOf(await reviewer.sendRequest('PUT', path, document));
  expect(await mills.traces()).toBe(before);
  return refusal;
}

describe('a document that cannot be stored', () => {
  it.each([
    ['empty', undefined, 'no_body'],
    ['only white space', ' \n', 'no_body'],
    ['half of a document', '{"tiles":', 'not_json'],
    ['a document without tiles', '{}', 'no_tiles'],
    ['null', 'null', 'no_tiles'],
    ['10,000 nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'nested_too_deep'],
    ['100,000 nested lists', `{"tiles":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'nested_too_deep'],
  ])('is refused with 400 unreadable_document if it is %s', async (_, body, code) => {
    expect(await put(body)).toEqual([400, 'unreadable_document', [`${code} `]]);
  });

  it.each([
    ['RDF/XML', 'application/rdf+xml', '<?xml version="1.0"?><rdf:RDF/>'],
    ['Turtle', 'text/turtle', '@prefix crm: <http://www.cidoc-crm.org/cidoc-crm/> .'],
    ['N-Triples', 'application/n-triples', '<a:mill> <a:name> "Old Mill" .'],
    ['N-Quads', 'application/n-quads', '_:mill <a:name> "Old Mill" <a:graph> .'],
  ])(
    'is refused in %s, and the detail lists the formats that the service reads',
    async (_, type, body) => {
      for (const path of [`/resources/${oldMill}`, `/resources/mill/${oldMill}?format=xml`]) {
        const answer = await reviewer.sendRequest('PUT', path, body, { 'content-type': type });
        const problem = await problemOf(answer);
        expect([answer.status, problem.errors.map(({ code }) => code)]).toEqual([
          400,
          ['not_json'],
        ]);
        expect(problem.detail).toContain('Send JSON-LD, or tile records (service-json)');
      }
      expect(await mills.traces()).toBe(before);
    },
  );

  it('is refused if it contains two resource instances', async () => {
    const document = { business_data: { resources: [mill, mill] } };
    expect(await put(document, `/resources/${oldMill}?format=json`)).toEqual([
      400,
      'unreadable_document',
      ['not_one_resource /business_data/resources'],
    ]);
  });

  it('is refused if its resourceinstanceid is not that of the path', async () => {
    expect(await put({ ...mill, resourceinstanceid: neighbour })).toEqual([
      400,
      'invalid_input',
      ['invalid /resourceinstanceid'],
    ]);
  });

  it('is refused if its @id is not that of the path', async () => {
    const text = await (await reviewer.sendRequest('GET', `/resources/${oldMill}`)).text();
    expect(await put(text, `/resources/${neighbour}`)).toEqual([
      400,
      'invalid_input',
      ['invalid /@id'],
    ]);
  });

  it('is refused if its context would have to be fetched', async () => {
    const document = { '@context': 'https://elsewhere.example/context.jsonld', '@id': 'x:y' };
    const [status, code] = await put(document, `/resources/${oldMill}`);
    expect([status, code]).toEqual([400, 'unreadable_document']);
  });

  it.each(['\0', '\ud800'])(
    'is refused with a pointer to a text that cannot be stored',
    async (character) => {
      const document = withTile(mill, withValue(tileOf(mill), name, `Old${character}Mill`));
      expect(await put(document)).toEqual([
        400,
        'unreadable_document',
        [`unusable_character /tiles/0/data/${name}`],
      ]);
    },
  );

  it('is refused if the JSON text of a JSON-LD value contains a text that cannot be stored', async () => {
    const text = await (await reviewer.sendRequest('GET', `/resources/${oldMill}`)).text();
    const feature =
      '{\\"type\\":\\"FeatureCollection\\",\\"features\\":[{\\"type\\":\\"Feature\\",\\"id\\":\\"\\\\u0000\\",\\"properties\\":{},\\"geometry\\":null}]}';
    const changedText = text.replace(
      /"\{\\"type\\":\\"FeatureCollection(?:[^"\\]|\\.)*"/,
      `"${feature}"`,
    );
    expect(changedText).not.toBe(text);
    const [status, , errors] = await put(changedText, `/resources/${oldMill}`);
    expect([status, errors.map((error) => error.split(' ')[0])]).toEqual([
      422,
      expect.arrayContaining(['unusable_character']),
    ]);
  });

  it('is refused with all its errors together, each with a pointer', async () => {
    const tiles = [
      { ...tileOf(mill), data: { [name]: 7, [sightings]: '1850' } },
      { ...tileOf(mill, sightings), data: { [sightings]: 'yesterday' } },
      { tileid: id(701), nodegroup_id: id(999), parenttile_id: null, sortorder: 0, data: {} },
    ];
    expect(await put({ ...mill, tiles })).toEqual([
      422,
      'unprocessable_document',
      expect.arrayContaining([
        'unknown_parent_tile /tiles/1',
        'unknown_nodegroup /tiles/2',
        `unknown_node /tiles/0/data/${sightings}`,
        expect.stringContaining(` /tiles/0/data/${name}`),
        expect.stringContaining(` /tiles/1/data/${sightings}`),
      ]),
    ]);
  });

  it.each([
    ['invalid geometries', geometry, place, { type: 'Point', coordinates: [1, 2] }],
    ['an invalid date', sightings, sightings, 'the year of the fire'],
    ['an invalid concept', millNodes.nameType, appellation, 'wooden'],
    ['an invalid text', name, appellation, 12],
    ['invalid references', neighbours, neighbours, [{ resourceId: 'next door' }]],
  ])('is refused with a pointer to %s', async (_, nodeId, nodegroupId, value) => {
    const parent = nodegroupId === sightings ? tileOf(mill, place).tileid : null;
    const tile = { tileid: id(701), nodegroup_id: nodegroupId, parenttile_id: parent };
    const tiles = nodegroupId === place ? [] : mill.tiles;
    const pointer = `/tiles/${tiles.length}/data/${nodeId}`;
    const document = {
      ...mill,
      tiles: [...tiles, { ...tile, sortorder: 0, data: { [nodeId]: value } }],
    };
    const [status, , errors] = await put(document);
    expect([status, errors]).toEqual([
      422,
      expect.arrayContaining([expect.stringContaining(pointer)]),
    ]);
  });

  it('is refused if it contains a tile twice', async () => {
    const repeatedTile = withValue(tileOf(mill), note, 'another');
    expect(await put({ ...mill, tiles: [...mill.tiles, repeatedTile] })).toEqual([
      422,
      'unprocessable_document',
      [`repeated_tile /tiles/${mill.tiles.length}`],
    ]);
  });

  it('is refused if it contains a tile without its parent tile', async () => {
    const tiles = mill.tiles.filter(({ nodegroup_id: nodegroup }) => nodegroup !== place);
    const index = tiles.findIndex(({ nodegroup_id: nodegroup }) => nodegroup === sightings);
    expect(await put({ ...mill, tiles })).toEqual([
      422,
      'unprocessable_document',
      [`unknown_parent_tile /tiles/${index}`],
    ]);
  });

  it('is refused if a parent tile is of the wrong nodegroup', async () => {
    const sighting = {
      ...tileOf(mill, sightings),
      tileid: id(701),
      parenttile_id: tileOf(mill).tileid,
    };
    expect(await put({ ...mill, tiles: [...mill.tiles, sighting] })).toEqual([
      422,
      'unprocessable_document',
      [`wrong_parent_tile /tiles/${mill.tiles.length}`],
    ]);
  });

  it('is refused if a nodegroup of cardinality 1 would have two tiles', async () => {
    const second = { ...tileOf(mill, place), tileid: id(701) };
    expect(await put({ ...mill, tiles: [...mill.tiles, second] })).toEqual([
      422,
      'unprocessable_document',
      [`cardinality_exceeded /tiles/${mill.tiles.length}`],
    ]);
  });

  it('is refused with 409 if one of its tiles belongs to another resource instance', async () => {
    const [status, code] = await put(
      { ...mill, resourceinstanceid: neighbour },
      `/resources/${neighbour}?format=service-json`,
    );
    expect([status, code]).toEqual([409, 'conflict']);
  });

  it('is refused with 404 if its model is not that of the stored resource instance', async () => {
    const [status, code] = await put({ ...mill, graph_id: id(998) });
    expect([status, code]).toEqual([404, 'not_found']);
  });

  it.each(['nothing', '%00', id(998)])(
    'is refused with 404 if the model in the path does not exist: %s',
    async (graph) => {
      expect(await put(mill, `/resources/${graph}/${oldMill}?format=service-json`)).toEqual([
        404,
        'not_found',
        [],
      ]);
    },
  );

  it.each(['abc', '00000000-0000-0000-0000-000000000000'])(
    'is refused with 400 if the id in the path is %s',
    async (invalidId) => {
      expect(await put(mill, `/resources/mill/${invalidId}`)).toEqual([
        400,
        'invalid_input',
        ['invalid /resource_instance_id'],
      ]);
    },
  );

  it('is refused if it names no model and the resource instance does not exist', async () => {
    const path = `/resources/${id(799)}?format=service-json`;
    expect(await put({ tiles: [] }, path)).toEqual([400, 'invalid_input', ['missing /graph']]);
  });
});

describe('a property that the model does not have', () => {
  const colourProperty = 'https://elsewhere.example/colour';

  async function readDocumentWithColour(): Promise<unknown> {
    return { ...Object(await reviewer.read(`/resources/${oldMill}`)), [colourProperty]: 'red' };
  }

  it('is refused with 422 and a pointer', async () => {
    const [status, , errors] = await put(await readDocumentWithColour(), `/resources/${oldMill}`);
    expect([status, errors]).toEqual([
      422,
      ['unknown_predicate /https:~1~1elsewhere.example~1colour'],
    ]);
  });

  it('is ignored with unknown=ignore', async () => {
    const answer = await reviewer.sendRequest(
      'PUT',
      `/resources/${oldMill}?unknown=ignore`,
      await readDocumentWithColour(),
    );
    expect([answer.status, await mills.traces()]).toEqual([200, before]);
  });

  const pointer = '/https:~1~1elsewhere.example~1colour';
  const withUnknownIgnored = (path: string) => `${path}?unknown=ignore`;

  it.each([
    ['PUT', `/resources/${oldMill}`],
    ['PUT', `/resources/mill/${oldMill}`],
    ['POST', '/resources'],
    ['POST', '/resources/mill'],
  ])('is listed in the header X-Ignored if it is ignored: %s %s', async (method, path) => {
    const answer = await reviewer.sendRequest(
      method,
      withUnknownIgnored(path),
      await readDocumentWithColour(),
    );
    expect([answer.status < 300, answer.headers.get('x-ignored')]).toEqual([true, `1 #${pointer}`]);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Ignored');
    const documentWithoutColour = await reviewer.read(`/resources/${oldMill}`);
    const answerWithoutColour = await reviewer.sendRequest(
      method,
      withUnknownIgnored(path),
      documentWithoutColour,
    );
    expect([
      answerWithoutColour.status < 300,
      answerWithoutColour.headers.get('x-ignored'),
    ]).toEqual([true, null]);
  });

  it.each([
    ['PUT', `/resources/${oldMill}`],
    ['POST', '/resources/mill'],
  ])('is listed with its error in a dry run if it is ignored: %s %s', async (method, path) => {
    const planned = await reviewer.sendRequest(
      method,
      `${withUnknownIgnored(path)}&dry_run`,
      await readDocumentWithColour(),
    );
    expect(await planned.json()).toMatchObject({
      ignored: {
        total: 1,
        first: [{ code: 'unknown_predicate', pointer, detail: expect.stringContaining('colour') }],
      },
    });
    const documentWithoutColour = await reviewer.read(`/resources/${oldMill}`);
    const answerWithoutColour = await reviewer.sendRequest(
      method,
      `${withUnknownIgnored(path)}&dry_run`,
      documentWithoutColour,
    );
    expect(await answerWithoutColour.json()).not.toHaveProperty('ignored');
  });

  it('is counted if it is ignored; of 2000 such properties, only some are listed', async () => {
    const ignoredProperties = Array.from(
      { length: 2000 },
      (_, index) => `https://elsewhere.example/ä #${index}`,
    );
    const document = {
      ...Object(await reviewer.read(`/resources/${oldMill}`)),
      ...Object.fromEntries(ignoredProperties.map((property) => [property, 'red'])),
    };
    const path = withUnknownIgnored(`/resources/${oldMill}`);
    const [count = '', ...pointers] =
      (await reviewer.sendRequest('PUT', path, document)).headers.get('x-ignored')?.split(' ') ??
      [];
    expect(count).toBe('2000');
    expect(pointers.length).toBeGreaterThan(20);
    expect(pointers.join(' ').length).toBeLessThan(4000);
    expect(ignoredProperties.map((property) => `/${property.replaceAll('/', '~1')}`)).toContain(
      decodeURIComponent(pointers[0]?.slice(1) ?? ''),
    );
    const planned = await reviewer.sendRequest('PUT', `${path}&dry_run`, document);
    const report = await planned.json();
    expect(report).toMatchObject({ ignored: { total: 2000 } });
    expect(Object(report).ignored.first).toHaveLength(200);
  });
});
