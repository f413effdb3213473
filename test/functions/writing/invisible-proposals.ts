import { crm, literalClass, rdfValue } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { everyWrite, neighbour, oldMill } from './every-write.ts';
import { millNodes, type MillService, type WriteRequest } from './mill-service.ts';

/*
 * Proposals of one author, and writes of another caller who may not see them. All ids in them are fixed. The ids that the service
 * derives are replaced by their order of appearance, so that the answers to a write can be compared.
 */

export type NamedRequest = {
  readonly title: string;
  readonly request: (mills: MillService) => Promise<WriteRequest>;
};

const { appellation, name, note, nameType, place, geometry, sightings, neighbours } = millNodes;
export const serviceJson = `/resources/${oldMill}?format=service-json`;
const form = (fields: Readonly<Record<string, string>>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const named = (title: string, request: WriteRequest): NamedRequest => ({
  title,
  request: async () => request,
});
const point = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: id(402),
      properties: {},
      geometry: { type: 'Point', coordinates: [7, 7] },
    },
  ],
};

/** A tile record without an id. */
export const tileWithoutId = (
  nodegroupId: string,
  data: Readonly<Record<string, unknown>>,
  parent: string | null = null,
) => ({ nodegroup_id: nodegroupId, parenttile_id: parent, data });

export const newName = (text: string) => tileWithoutId(appellation, { [name]: text });
const newSighting = (date: string) => tileWithoutId(sightings, { [sightings]: date }, id(603));

const putRecord = (title: string, tiles: readonly unknown[], query = ''): NamedRequest =>
  named(title, { method: 'PUT', path: `${serviceJson}${query}`, body: JSON.stringify({ tiles }) });
const postTile = (title: string, tile: object): NamedRequest =>
  named(title, {
    method: 'POST',
    path: '/api/tiles',
    body: JSON.stringify({ ...tile, resourceinstance_id: oldMill }),
  });

/** The tiles of the old mill, as GET writes them for everybody. */
const storedTiles = [
  {
    tileid: id(601),
    ...newName('Old Mill'),
    sortorder: 1,
    data: nameData('Old Mill', 'as on the map'),
  },
  {
    tileid: id(602),
    ...newName('Mill House'),
    sortorder: 2,
    data: nameData('Mill House', 'as people say'),
  },
];
const storedPlace = [
  {
    tileid: id(603),
    ...tileWithoutId(place, {
      [geometry]: {
        ...point,
        features: [
          {
            ...point.features[0],
            id: id(400),
            geometry: { type: 'Point', coordinates: [1.5, 52] },
          },
        ],
      },
    }),
    sortorder: 3,
  },
  { tileid: id(604), ...newSighting('1850-01-01'), sortorder: 4 },
];
function nameData(text: string, remark: string) {
  return { [name]: text, [note]: remark, [nameType]: null };
}

/** Proposals by every route and form; each has other ids than the writes. */
export const proposals: readonly NamedRequest[] = [
  putRecord(
    'new tiles without ids in a document of tile records',
    [newName('Burnt Mill'), newName('Wet Mill'), newSighting('1900-01-01')],
    '&missing=keep',
  ),
  putRecord('a complete document of tile records without ids', [
    ...storedTiles,
    ...storedPlace,
    newName('Burnt Mill'),
    newSighting('1900-01-01'),
    tileWithoutId(neighbours, { [neighbours]: [{ resourceId: neighbour }] }),
  ]),
  putRecord('another value of a tile', [
    { ...storedTiles[0], data: nameData('Burnt Mill', '') },
    ...storedTiles.slice(1),
    ...storedPlace,
  ]),
  putRecord('the deletion of all tiles', []),
  named('a complete document of JSON-LD', {
    method: 'PUT',
    path: `/resources/${oldMill}`,
    body: JSON.stringify({ [crm('P1_is_identified_by')]: nameObject('Burnt Mill') }),
  }),
  postTile('a new tile below a tile', newSighting('1900-01-01')),
  postTile('a new tile with a large sort order', { ...newName('Burnt Mill'), sortorder: 99 }),
  named('a value of a node', {
    method: 'POST',
    path: '/api/node_value/',
    ...form({ nodeid: name, resourceinstanceid: oldMill, data: 'Burnt Mill' }),
  }),
  named('a new resource instance', {
    method: 'POST',
    path: '/resources/mill?format=service-json',
    body: JSON.stringify({ legacyid: 'M1', tiles: [newName('Burnt Mill')] }),
  }),
];

function nameObject(text: string) {
  return {
    '@type': crm('E41_Appellation'),
    [crm('P3_has_note')]: { '@type': literalClass, [rdfValue]: text },
  };
}

const jsonLd = (title: string, document: object, query = '', profile = 'specification') =>
  named(title, {
    method: 'PUT',
    path: `/resources/${oldMill}${query}`,
    body: JSON.stringify(document),
    headers: { 'content-type': `application/ld+json;profile=${profile}` },
  });

/** Every write of every-write.ts, and those that leave out ids of tiles. */
export const writesOfOthers: readonly NamedRequest[] = [
  ...everyWrite.map(({ title, request }) => ({
    title,
    request: async (mills: MillService) => request(mills, 'little'),
  })),
  putRecord('PUT of tile records of which the last ones have no id', [
    ...storedTiles,
    ...storedPlace,
    newName('Wind Mill'),
    newSighting('1901-01-01'),
    newName('Wind Mill'),
  ]),
  putRecord('PUT of tile records without any id', [
    ...storedTiles.map((tile) => ({ ...tile, tileid: null })),
    newName('Wind Mill'),
  ]),
  putRecord(
    'PUT of tile records without ids and missing=keep',
    [newName('Wind Mill')],
    '&missing=keep',
  ),
  putRecord(
    'PUT of tile records without ids and hidden=false',
    [newName('Wind Mill')],
    '&hidden=false',
  ),
  putRecord('PUT that leaves out a tile with a tile below it', storedTiles),
  putRecord('PUT that leaves out all tiles', []),
  named('PUT of business data without ids', {
    method: 'PUT',
    path: `/resources/${oldMill}`,
    body: JSON.stringify({
      business_data: {
        resources: [
          { resourceinstance: {}, tiles: [...storedTiles, ...storedPlace, newName('Wind Mill')] },
        ],
      },
    }),
  }),
  jsonLd('PUT of JSON-LD without ids', {
    [crm('P1_is_identified_by')]: ['Old Mill', 'Wind Mill'].map(nameObject),
  }),
  jsonLd(
    'PUT of JSON-LD without ids and missing=keep',
    { [crm('P1_is_identified_by')]: [nameObject('Wind Mill')] },
    '?missing=keep',
  ),
  jsonLd(
    'PUT of linked JSON-LD without ids',
    { [crm('P1_is_identified_by')]: { [crm('P3_has_note')]: 'Wind Mill' } },
    '',
    'linked',
  ),
  named('POST of tile records without ids', {
    method: 'POST',
    path: '/resources/mill?format=service-json',
    body: JSON.stringify({ legacyid: 'M1', tiles: [newName('Wind Mill'), newName('Wet Mill')] }),
  }),
  postTile(
    'POST of a tile below the only parent',
    tileWithoutId(sightings, { [sightings]: '1901' }),
  ),
  ...[
    { nodeid: name, resourceinstanceid: oldMill, data: 'Wind Mill' },
    { nodeid: sightings, resourceinstanceid: oldMill, data: '1901-01-01' },
    { nodeid: geometry, resourceinstanceid: oldMill, data: 'POINT (7 7)' },
    { nodeid: name, data: 'Wind Mill' },
  ].map((fields) =>
    named(`POST of a value of a node: ${Object.keys(fields).join()} ${fields.data}`, {
      method: 'POST',
      path: '/api/node_value/',
      ...form(fields),
    }),
  ),
];

/** Replaces times, the ids of requests, and ids that are not in `knownIds` by their order of appearance. */
export function maskDerived(text: string, knownIds: ReadonlySet<string>): string {
  const derivedIds = new Map<string, string>();
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, 'TIME')
    .replaceAll(/"(instance|requestId)":"[^"]*"/g, '')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (uuid) => {
      if (knownIds.has(uuid)) return uuid;
      const masked = derivedIds.get(uuid) ?? `ID-${derivedIds.size}`;
      derivedIds.set(uuid, masked);
      return masked;
    });
}
