import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { crm, literalClass, rdfValue } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, sendForm, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

/*
 * The nodegroup of places allows one tile, and has a child nodegroup. An author has proposed a place. A write that does not name a tile
 * is for the accepted place; without one, for the place that its author has proposed; otherwise for a new one.
 */

const { place, geometry, sightings } = millNodes;
const proposedId = id(630);
const acceptedId = id(633);

let mills: Mills;
let author: TestWriter;
let anotherAuthor: TestWriter;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ author, anotherAuthor, reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  const stored = await readRecord(reviewer);
  const tiles = stored.tiles.filter(({ parenttile_id: parent, nodegroup_id: nodegroup }) =>
    [parent, nodegroup].every((value) => value !== place && value !== id(603)),
  );
  await reviewer.sendRequest('PUT', recordPath, { ...stored, tiles });
  await postPlace(author, proposedId, 7);
});

afterAll(async () => mills?.service.close());

const collection = (longitude: number) => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: id(410 + longitude),
      properties: {},
      geometry: { type: 'Point', coordinates: [longitude, 7] },
    },
  ],
});

async function postPlace(who: TestWriter, tileid: string, longitude: number): Promise<void> {
  const answer = await who.sendRequest('POST', '/api/tiles', {
    tileid,
    nodegroup_id: place,
    data: { [geometry]: collection(longitude) },
    resourceinstance_id: oldMill,
  });
  expect(answer.status).toBe(200);
}

/** Writes of a place with longitude 9, that do not name its tile. */
const writes: readonly (readonly [title: string, send: (who: TestWriter) => Promise<Response>])[] =
  [
    [
      'POST /api/node_value',
      (who) =>
        sendForm(who, '/api/node_value/', {
          nodeid: geometry,
          resourceinstanceid: oldMill,
          data: JSON.stringify(collection(9)),
        }),
    ],
    [
      'PUT of JSON-LD with missing=keep',
      (who) =>
        who.sendRequest(
          'PUT',
          `/resources/${oldMill}?missing=keep`,
          {
            [crm('P53_has_former_or_current_location')]: {
              '@type': crm('E53_Place'),
              [crm('P168_place_is_defined_by')]: {
                '@type': literalClass,
                [rdfValue]: JSON.stringify(collection(9)),
              },
            },
          },
          { 'content-type': 'application/ld+json;profile=specification' },
        ),
    ],
    [
      'PUT of linked JSON-LD with missing=keep',
      (who) =>
        who.sendRequest(
          'PUT',
          `/resources/${oldMill}?missing=keep`,
          {
            [crm('P53_has_former_or_current_location')]: {
              [crm('P168_place_is_defined_by')]: {
                'http://www.opengis.net/ont/geosparql#asWKT': {
                  '@type': 'http://www.opengis.net/ont/geosparql#wktLiteral',
                  '@value': 'POINT (9 7)',
                },
              },
            },
          },
          { 'content-type': 'application/ld+json;profile=linked' },
        ),
    ],
    [
      'PUT of tile records without ids and missing=keep',
      (who) =>
        who.sendRequest('PUT', `${recordPath}&missing=keep`, {
          tiles: [{ nodegroup_id: place, data: { [geometry]: collection(9) } }],
        }),
    ],
  ];

/** The longitudes of the places that an account reads, accepted and proposed, by the id of their tile. */
async function placesOf(who: TestWriter): Promise<Readonly<Record<string, unknown>>> {
  const { tiles } = await readRecord(who);
  const longitudes = (value: unknown): readonly string[] =>
    [...(JSON.stringify(value) ?? '').matchAll(/"coordinates":\[(\d+)/g)].flatMap(
      ([, longitude = '']) => longitude,
    );
  return Object.fromEntries(
    tiles
      .filter(({ nodegroup_id: nodegroup }) => nodegroup === place)
      .map(({ tileid, data, provisionaledits }) => [
        [proposedId, acceptedId].includes(tileid) ? tileid : 'new',
        { accepted: longitudes(data), proposed: longitudes(provisionaledits) },
      ]),
  );
}

const proposedPlace = { [proposedId]: { accepted: [], proposed: ['7'] } };

describe.each(writes)('%s without the id of a tile, for a nodegroup with one tile', (_, send) => {
  it('changes the accepted tile if a reviewer sends it', async () => {
    await postPlace(reviewer, acceptedId, 8);
    expect((await send(reviewer)).status).toBe(200);
    expect(await placesOf(reviewer)).toEqual({
      ...proposedPlace,
      [acceptedId]: { accepted: ['9'], proposed: [] },
    });
  });

  it('is a proposal for the accepted tile if the author of the other proposal, or another author, sends it', async () => {
    await postPlace(reviewer, acceptedId, 8);
    for (const who of [author, anotherAuthor]) expect((await send(who)).status).toBe(200);
    expect(await placesOf(reviewer)).toEqual({
      ...proposedPlace,
      [acceptedId]: { accepted: ['8'], proposed: ['9', '9'] },
    });
  });

  it('without an accepted tile, changes the proposal of its author', async () => {
    expect((await send(author)).status).toBe(200);
    expect(await placesOf(reviewer)).toEqual({
      [proposedId]: { accepted: [], proposed: ['9'] },
    });
  });

  it('without an accepted tile, is a new tile if a reviewer or another author sends it', async () => {
    expect((await send(anotherAuthor)).status).toBe(200);
    expect(await placesOf(reviewer)).toEqual({
      ...proposedPlace,
      new: { accepted: [], proposed: ['9'] },
    });
    expect((await send(reviewer)).status).toBe(200);
    expect(Object.values(await placesOf(mills.writers.reader))).toEqual([
      { accepted: ['9'], proposed: [] },
    ]);
  });
});

describe('a value in a nodegroup below it', () => {
  const sendSighting = (who: TestWriter): Promise<Response> =>
    sendForm(who, '/api/node_value/', {
      nodeid: sightings,
      resourceinstanceid: oldMill,
      data: '1900-01-01',
    });
  const parentOfSighting = async (who: TestWriter): Promise<unknown> =>
    (await readRecord(who)).tiles.find(({ nodegroup_id: nodegroup }) => nodegroup === sightings)
      ?.parenttile_id;

  it('belongs to the accepted tile, for a reviewer and the author of a proposed one', async () => {
    await postPlace(reviewer, acceptedId, 8);
    for (const who of [author, reviewer]) {
      expect((await sendSighting(who)).status).toBe(200);
      expect(await parentOfSighting(who)).toBe(acceptedId);
    }
  });

  it('without an accepted tile, belongs to the proposed tile of its author, and to a new tile for a reviewer', async () => {
    expect((await sendSighting(author)).status).toBe(200);
    expect(await parentOfSighting(author)).toBe(proposedId);
    expect((await sendSighting(reviewer)).status).toBe(200);
    const { tiles } = await readRecord(mills.writers.reader);
    expect(tiles.map(({ tileid }) => tileid)).not.toContain(proposedId);
    expect(tiles.filter(({ nodegroup_id: nodegroup }) => nodegroup === place)).toHaveLength(1);
  });
});
