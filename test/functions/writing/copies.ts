import { id } from '../../infra/cli/import/graphs/example.ts';
import { examples, nodeOf, specimen, specimenId, specimenTile } from './every-datatype.ts';
import type { WriteRequest } from './mill-service.ts';
import type { TestWriter } from './writers.ts';

/*
 * Copies of a specimen in whose model every value must be unique in all resource instances.
 */

/** The model of the specimens, in which every value must be unique in all resource instances. */
export const uniqueSpecimen = {
  ...specimen,
  cards: examples.map(({ datatype }, index) => ({
    cardid: id(2400 + index),
    nodegroup_id: nodeOf(datatype),
    constraints: [
      { constraintid: id(2500 + index), uniquetoallinstances: true, nodes: [nodeOf(datatype)] },
    ],
  })),
};

const copyId = id(2201);
const copyPath = `/resources/specimen/${copyId}`;

/** A way to write a copy of a specimen: an operation with a format of its document. */
export type WayToCopy = {
  readonly title: string;
  /** @param reader an account that may see the specimen: a copy in JSON-LD is made from the document that this account reads */
  readonly request: (datatype: string, value: unknown, reader: TestWriter) => Promise<WriteRequest>;
};

const record = (datatype: string, value: unknown, ids: object = {}): string =>
  JSON.stringify({ ...ids, tiles: [{ ...specimenTile(datatype, value), tileid: id(2301) }] });

const readJsonLd = async (reader: TestWriter, profile: string): Promise<string> =>
  (await reader.sendRequest('GET', `/resources/${specimenId}?format=json-ld${profile}`)).text();

const waysWithRecords: readonly WayToCopy[] = [
  {
    title: 'PUT /resources/{id} of tile records',
    request: async (datatype, value) => ({
      method: 'PUT',
      path: `/resources/${copyId}?format=service-json`,
      body: record(datatype, value, { graph_id: specimen.graphid }),
    }),
  },
  {
    title: 'PUT /resources/{graph}/{id} of tile records',
    request: async (datatype, value) => ({
      method: 'PUT',
      path: `${copyPath}?format=service-json`,
      body: record(datatype, value),
    }),
  },
  {
    title: 'PUT of business data',
    request: async (datatype, value) => {
      const ids = { resourceinstanceid: copyId, graph_id: specimen.graphid, legacyid: null };
      const tile = { ...specimenTile(datatype, value), tileid: id(2301) };
      const resource = {
        resourceinstance: ids,
        tiles: [{ ...tile, resourceinstance_id: copyId }],
      };
      return {
        method: 'PUT',
        path: copyPath,
        body: JSON.stringify({ business_data: { resources: [resource] } }),
      };
    },
  },
  {
    title: 'POST /resources of tile records',
    request: async (datatype, value) => ({
      method: 'POST',
      path: '/resources',
      body: record(datatype, value, { graph_id: specimen.graphid }),
    }),
  },
];

const waysWithJsonLd = ['', '&profile=linked'].flatMap((profile): readonly WayToCopy[] => [
  {
    title: `PUT /resources/{graph}/{id} of json-ld${profile}`,
    request: async (_datatype, _value, reader) => ({
      method: 'PUT',
      path: copyPath,
      // The document has the ids of the first specimen and of its tile. The copy needs other ids.
      body: (await readJsonLd(reader, profile))
        .replaceAll(specimenId, copyId)
        .replaceAll(id(2300), id(2301)),
    }),
  },
  {
    title: `POST /resources/{graph} of json-ld${profile}`,
    request: async (_datatype, _value, reader) => ({
      method: 'POST',
      path: '/resources/specimen',
      body: await readJsonLd(reader, profile),
    }),
  },
]);

const waysWithTiles: readonly WayToCopy[] = [
  {
    title: 'POST /api/tiles',
    request: async (datatype, value) => ({
      method: 'POST',
      path: '/api/tiles',
      body: JSON.stringify({
        nodegroup_id: nodeOf(datatype),
        data: { [nodeOf(datatype)]: value },
      }),
    }),
  },
  {
    title: 'POST /api/node_value',
    request: async (datatype, value) => ({
      method: 'POST',
      path: '/api/node_value/',
      body: new URLSearchParams({
        nodeid: nodeOf(datatype),
        data: typeof value === 'string' ? value : JSON.stringify(value),
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
];

/** Every way to write a copy of the stored specimen. */
export const waysToCopy: readonly WayToCopy[] = [
  ...waysWithRecords,
  ...waysWithJsonLd,
  ...waysWithTiles,
];

/** Whether a way of writing can express a value of a new tile. If not, the request is refused for that reason. */
export function canExpress({ title }: WayToCopy, datatype: string, value: unknown): boolean {
  return !(
    (datatype === 'file-list' && title.includes('linked')) ||
    // POST /api/node_value parses a text that looks like JSON.
    (value === '{"a": 1}' && title === 'POST /api/node_value')
  );
}

/** Sends a request as an account. @param parameters more parameters of the query, such as `dry_run=true` */
export async function sendAs(
  writer: TestWriter,
  { method, path, body, headers }: WriteRequest,
  parameters = '',
): Promise<Response> {
  const separator = path.includes('?') ? '&' : '?';
  const fullPath = parameters === '' ? path : `${path}${separator}${parameters}`;
  return writer.sendRequest(method, fullPath, body?.toString(), headers);
}
