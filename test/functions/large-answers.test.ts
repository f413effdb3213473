import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { maxChunkBytes } from '../../lib/data-api/chunks.ts';
import type { DatatypeContent } from '../../lib/model/datatypes/datatype.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort, type ListeningServer } from '../gateway/emulator/listen-on-port.ts';
import { readProblem } from '../gateway/problem.ts';
import { countFeaturesWithOgrinfo, hasOgrinfo } from '../support/ogrinfo.ts';
import { runStatement } from '../support/sample.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { withJsonFile } from '../support/temporary-file.ts';
import { graphId as millId, millDocument, nodes } from '../lib/json-ld/mill.ts';
import { takeSample } from '../support/random/take-sample.ts';

/** Characters of one, two, three and four bytes. Repeated 50,000 times, they are half a million bytes. */
const characters = 'aé漢🏰';
const repetitions = 50_000;
/** SQL of a text of half a million bytes. */
const longText = `repeat('${characters}', ${repetitions})`;

const graph = '00000000-0000-4000-8000-000000009001';
const textNode = '00000000-0000-4000-8000-000000009002';
const geometryNode = '00000000-0000-4000-8000-000000009003';
/** Resource instances with 6, 13 or 14 tiles of half a million bytes each, of texts or features. */
const resourceWithTexts = '00000000-0000-4000-8000-000000000104';
const resourceWithManyTexts = '00000000-0000-4000-8000-000000000105';
const resourceWithFeatures = '00000000-0000-4000-8000-000000000106';
const resourceWithManyFeatures = '00000000-0000-4000-8000-000000000107';

/** A tile of 7 MB. */
const largeTile = '00000000-0000-4000-8000-000000000110';

/** A resource instance with 300 points, about 80 KB. */
const resourceWithPoints = '00000000-0000-4000-8000-000000000109';

/** A resource instance of a model with an ontology, with 6 texts of half a million bytes. */
const rdfResource = '00000000-0000-4000-8000-000000000108';

let service: TestService;

async function addNode(id: string, datatype: string, holds: DatatypeContent): Promise<void> {
  await runStatement(
    service,
    `insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values ('${id}', '${graph}', 'n', 0, 0, false)`,
  );
  await runStatement(
    service,
    `insert into node (
  node_id, graph_id, nodegroup_id, name, datatype, holds, property_name, config, is_required, is_exportable, model_position
)
values ('${id}', '${graph}', '${id}', '"Node"', '${datatype}', '${holds}', 'node', '{}', false, false, 0)`,
  );
}

/** @param value SQL of the value of the node in each tile; `i` is the number of the tile */
async function addResource(id: string, tiles: number, node: string, value: string): Promise<void> {
  await runStatement(
    service,
    `insert into resource (resource_id, graph_id) values ('${id}', '${graph}')`,
  );
  await addTiles(id, tiles, node, node, value);
}

async function addTiles(
  id: string,
  tiles: number,
  nodegroup: string,
  node: string,
  value: string,
): Promise<void> {
  await runStatement(
    service,
    `insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select gen_random_uuid(), '${id}', '${nodegroup}', i, jsonb_build_object('${node}', ${value})
from generate_series(1, ${tiles}) i`,
  );
}

const featureWithNote = (
  note: string,
): string => `jsonb_build_object('features', jsonb_build_array(jsonb_build_object(
  'geometry', '{"type": "Point", "coordinates": [1, 2]}'::jsonb,
  'properties', jsonb_build_object('note', ${note})
)))`;
const longNoteFeature = featureWithNote(longText);

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  await runStatement(
    service,
    `insert into graph (graph_id, publication_id, name, is_resource_model, source)
values ('${graph}', '${graph}', '"Archive"', true, '{}')`,
  );
  await addNode(textNode, 'string', 'texts by language');
  await addNode(geometryNode, 'geojson-feature-collection', 'geometry');
  await addResource(resourceWithTexts, 6, textNode, `i || ${longText}`);
  await addResource(resourceWithManyTexts, 13, textNode, `i || ${longText}`);
  await addResource(largeTile, 1, textNode, `repeat(${longText}, 14)`);
  await runStatement(
    service,
    `update tile set tile_id = resource_id where resource_id = '${largeTile}'`,
  );
  await addResource(resourceWithFeatures, 6, geometryNode, longNoteFeature);
  await addResource(resourceWithManyFeatures, 14, geometryNode, longNoteFeature);
  await addResource(resourceWithPoints, 300, geometryNode, featureWithNote("'é'"));
  await withJsonFile(millDocument(), (file) => importGraphs([file], service.importContext));
  await runStatement(
    service,
    `insert into resource (resource_id, graph_id) values ('${rdfResource}', '${millId}')`,
  );
  await addTiles(rdfResource, 6, nodes.appellation, nodes.name, `i || ${longText}`);
});

afterAll(async () => service?.close());

/** Fetches a document. @returns also the number of Data API calls, and fewestCalls, the lowest number that can return it */
async function read(path: string) {
  let body = '';
  const calls = await service.countCalls(async () => {
    const response = await service.fetch(path);
    body = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
  });
  return {
    document: JSON.parse(body),
    calls,
    fewestCalls: Math.ceil(Buffer.byteLength(body) / maxChunkBytes),
  };
}

describe('a resource instance of 3 MB', () => {
  it.each(['json', 'service-json'])(
    'is read completely as %s, with one call per million bytes and at most one additional call',
    async (format) => {
      const { document, calls, fewestCalls } = await read(
        `/resources/${resourceWithTexts}?format=${format}`,
      );
      const { tiles } = z
        .object({
          tiles: z.array(z.object({ data: z.record(z.string(), z.string()) })),
        })
        .parse(format === 'json' ? document.business_data.resources[0] : document);
      const expected = [1, 2, 3, 4, 5, 6].map((number) => number + characters.repeat(repetitions));
      expect(
        tiles.map(({ data }) => data[textNode]).every((value, i) => value === expected[i]),
      ).toBe(true);
      expect(tiles).toHaveLength(6);
      expect(fewestCalls).toBe(3);
      expect(calls - fewestCalls).toBeOneOf([0, 1]);
    },
  );
});

describe('a resource instance of 3 MB in RDF', () => {
  it.each(['', '?profile=linked'])(
    'is read completely, with one call per million bytes and at most one additional call (%s)',
    async (query) => {
      const { document, calls, fewestCalls } = await read(`/resources/${rdfResource}${query}`);
      const text = JSON.stringify(document);
      expect(text.split(characters.repeat(repetitions))).toHaveLength(7);
      expect(fewestCalls).toBe(3);
      expect(calls - fewestCalls).toBeOneOf([0, 1]);
    },
  );

  it('is a 304 with one call if the tag is unchanged', async () => {
    const etag = (await service.fetch(`/resources/${rdfResource}`)).headers.get('etag') ?? '';
    const headers = { 'If-None-Match': etag };
    const calls = await service.countCalls(async () => {
      expect((await service.fetch(`/resources/${rdfResource}`, { headers })).status).toBe(304);
    });
    expect(calls).toBe(1);
  });
});

describe('features of 3 MB', () => {
  it('are read completely: one call for each chunk, one to plan chunks, one to estimate the size', async () => {
    const { document, calls } = await read(`/geojson?resourceid=${resourceWithFeatures}`);
    const { features: found } = z
      .object({ features: z.array(z.object({ properties: z.object({ note: z.string() }) })) })
      .parse(document);
    const note = characters.repeat(repetitions);
    expect(found.map(({ properties }) => properties.note === note)).toEqual(Array(6).fill(true));
    // No two features fit into a chunk of a million bytes.
    expect(calls).toBe(6 + 2);
  });
});

describe.skipIf(!hasOgrinfo)('GDAL, which sends HEAD before GET', () => {
  let listening: ListeningServer;

  beforeAll(async () => {
    listening = await listenOnPort(await openGateway());
  });

  afterAll(async () => listening?.close());

  const countFeatures = (prefix: string, query: string, chunk?: number): Promise<string> =>
    countFeaturesWithOgrinfo(`${prefix}${listening.url}/geojson?${query}`, { chunk });

  it('reads a small answer completely by /vsicurl/', async () => {
    expect(await countFeatures('/vsicurl/', `resourceid=${resourceWithPoints}`)).toBe('300');
  });

  it('reads an answer of half a MB by /vsicurl/, with a chunk size of 100 KB', async () => {
    const query = `resourceid=${resourceWithFeatures}&limit=1`;
    expect(await countFeatures('/vsicurl/', query, 102_400)).toBe('1');
  });

  it.each(takeSample(['/vsicurl_streaming/', ''], 1))(
    'reads all 3 MB if it does not request ranges: %s',
    async (prefix) => {
      expect(await countFeatures(prefix, `resourceid=${resourceWithFeatures}`)).toBe('6');
    },
  );
});

describe('an answer over 6 MB', () => {
  it('is a 413 with advice for a smaller answer if it is not streamed', async () => {
    const path = `/api/tiles/${largeTile}?indent=2`;
    const problem = await readProblem(await service.fetch(path));
    expect([problem.status, problem.code]).toEqual([413, 'answer_too_large']);
    expect(problem.detail).toContain('indent');
    const head = await service.fetch(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([413, '']);
  });

  it('is complete if it is streamed', async () => {
    const { document } = await read(`/geojson?resourceid=${resourceWithManyFeatures}`);
    expect(document.features).toHaveLength(14);
  });

  it.each(takeSample(['json', 'service-json'], 1))(
    'is complete if it is one resource instance in the format %s',
    async (format) => {
      const { document } = await read(
        `/resources/${resourceWithManyTexts}?format=${format}&indent=2`,
      );
      expect(JSON.stringify(document).split(characters.repeat(repetitions))).toHaveLength(14);
    },
  );

  it('can be read page by page with limit and page', async () => {
    const { document } = await read('/geojson?limit=8&page=2');
    expect(document.features).toHaveLength(8);
    expect(document).toMatchObject({ _page: 2, _lastPage: false });
  });
});
