import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import type { ResourceContent, Shape } from '../../../lib/json-ld/resource-shape.ts';
import { writeJsonLd } from '../../../lib/json-ld/write-json-ld.ts';
import { parseResourceId } from '../../../lib/model/ids.ts';
import { buildResourceTree } from '../../../lib/model/resources/resource-tree.ts';
import { cachedGraph } from '../../../lib/queries/graphs/graph-cache.ts';
import { parseTiles } from '../../../lib/queries/resources/parse-tiles.ts';
import { findResourceDocument } from '../../../lib/queries/resources/resource-document.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { createReferenceLookup } from '../../../lib/serializers/resources/reference-lookup.ts';
import { shapeBuilders } from '../../../lib/serializers/resources/shape-builders.ts';
import { ambiguousPackage } from '../../lib/json-ld/random/ambiguous-package.ts';
import { sameGraphs } from '../../lib/rdf/judges.ts';
import { generatedDataSets } from '../../support/generated-data-sets.ts';
import { hasNativeServer } from '../../support/has-native-server.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { openSampleService, queryColumn } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { testDataSets } from '../../support/test-data-sets.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';

const shapes: readonly Shape[] = ['specification', 'linked'];
const forms = ['format=json-ld', 'format=json-ld&profile=linked', 'format=service-json'] as const;

const ambiguous = {
  name: 'a model whose nodes have siblings just like them',
  isSmall: true,
  load: async ({ importContext }: TestService) => {
    const { graph, records } = ambiguousPackage();
    await withJsonFile({ graph: [graph] }, (file) => importGraphs([file], importContext));
    const data = { business_data: { resources: records } };
    await withJsonFile(data, (file) => importResources([file], importContext));
  },
};

/** Whole packages take minutes: one kind of database does for them. */
const dataSets = [...testDataSets, ambiguous, ...generatedDataSets].filter(
  ({ isSmall }) => isSmall || hasNativeServer,
);

/** Milliseconds, for thousands of requests. */
const timeout = 900_000;

/** A resource instance, and whether `hidden` changes what is read of it, and how that is stored. */
type ResourceSummary = {
  readonly id: string;
  readonly hasHiddenTiles: boolean;
  readonly hasHiddenNodegroups: boolean;
};

type LoadedResource = { readonly content: ResourceContent; readonly tileIds: readonly string[] };

let service: TestService;
let writer: TestWriter;
const loadedIds = new Set<string>();

beforeAll(async () => {
  service = await openSampleService();
  writer = (await createWriters(service)).administrator;
  await service.openToGuest();
});

afterAll(async () => service?.close());

/** The resource instances that were not there before, by model. */
async function addedResources(): Promise<readonly ResourceSummary[]> {
  const rows = await queryColumn(
    service,
    `select jsonb_build_object(
      'id', r.resource_id,
      'hasHiddenTiles', exists (
        select from tile t
        join nodegroup n on n.nodegroup_id = t.nodegroup_id
        where t.resource_id = r.resource_id and n.is_hidden
      ),
      'hasHiddenNodegroups', exists (
        select from nodegroup n
        where n.graph_id = r.graph_id and n.is_hidden
      )
    )
    from resource r
    order by r.graph_id, r.resource_id`,
  );
  const all: readonly ResourceSummary[] = rows.map((row) => JSON.parse(row));
  const added = all.filter(({ id }) => !loadedIds.has(id));
  for (const { id } of added) loadedIds.add(id);
  return added;
}

/** Everything that a write would leave behind. */
async function storedState(): Promise<readonly string[]> {
  return queryColumn(
    service,
    `select concat_ws(' ',
      (select count(*) from edit_log),
      (select ordinal from activity_counter),
      (select sum(version) from resource),
      (select md5(string_agg(t::text, '' order by t.tile_id)) from tile t),
      (select md5(string_agg(r.descriptors::text, '' order by r.resource_id)) from resource r)
    )`,
  );
}

/**
 * What a resource instance is written from, for somebody who may read everything.
 * @returns undefined for one of a model without an ontology, which has no RDF
 */
async function loadResource(id: string): Promise<LoadedResource | undefined> {
  const query = findResourceDocument(writer.accountId, parseResourceId(id), {
    omitsHidden: false,
    detail: 'names',
    includesNames: true,
    representation: '',
    cachedPublications: [],
    ifNoneMatch: [],
    ifModifiedSince: null,
  });
  // Only statements with a token are prepared.
  const source = await runQuery(service.stack.data.read, { ...query, isPrepared: false });
  if (source.header === undefined) throw new Error(`${id} cannot be read.`);
  const graph = cachedGraph(source.header.publicationId, source.graph);
  if (!graph.hasOntology) return undefined;
  const tiles = parseTiles(source);
  const root = buildResourceTree(graph, tiles);
  const referenced = createReferenceLookup(source, baseUrl);
  return {
    content: { baseUrl, graph, resourceId: id, root, referenced },
    tileIds: tiles.map(({ tileId }) => tileId),
  };
}

/** Reads a document with hidden nodegroups and without them, and writes each back. @returns the responses that were not 200 */
async function writeBack(
  { id, hasHiddenTiles, hasHiddenNodegroups }: ResourceSummary,
  form: string,
): Promise<readonly string[]> {
  const path = `/resources/${id}?${form}`;
  const [whole, complete] = [`${path}&hidden=false`, '&hidden=false'];
  const refused: string[] = [];
  const readings = [
    { from: whole, to: hasHiddenNodegroups ? ['', complete] : [''] },
    ...(hasHiddenTiles ? [{ from: path, to: [''] }] : []),
  ];
  for (const { from, to } of readings) {
    const response = await writer.ask('GET', from);
    const document = await response.text();
    // A model without an ontology has no JSON-LD.
    if (response.status === 400 && document.includes('no_ontology')) return [];
    if (response.status !== 200) return [`GET ${from}: ${document}`];
    for (const query of to) {
      const target = `${path.replace('&profile=linked', '')}${query}`;
      const written = await writer.ask('PUT', target, document);
      if (written.status !== 200) refused.push(`${from}: PUT ${target}: ${await written.text()}`);
    }
  }
  return refused;
}

describe.each(dataSets)('every resource instance of $name', ({ load }) => {
  let added: readonly ResourceSummary[] = [];
  const loaded: LoadedResource[] = [];

  beforeAll(async () => {
    await load(service);
    added = await addedResources();
    for (const { id } of takeSample(added, 15)) {
      const resource = await loadResource(id);
      if (resource !== undefined) loaded.push(resource);
    }
  });

  it('is there with its tiles', () => {
    expect(added.length).toBeGreaterThan(2);
  });

  it.each(shapes)(
    'is the same RDF graph in JSON-LD, RDF/XML, Turtle and N-Triples, as outside parsers read them (%s)',
    async (shape) => {
      const trees = loaded.map(({ content }) => shapeBuilders[shape](content));
      await expect(sameGraphs(trees)).resolves.toBeUndefined();
    },
    timeout,
  );

  it('has every tile in the shape of the specification', () => {
    for (const { content, tileIds } of loaded) {
      const text = writeJsonLd(shapeBuilders.specification(content));
      expect(tileIds.filter((id) => !text.includes(`/tile/${id}/node/`))).toEqual([]);
    }
  });

  it('is the same bytes whenever it is requested', async () => {
    for (const { content } of takeSample(loaded, 2)) {
      const queries = rdfFormatNames.map((format) => `?format=${format}`);
      for (const query of [...queries, '?profile=linked']) {
        const readText = async (): Promise<string> =>
          (await writer.ask('GET', `/resources/${content.resourceId}${query}`)).text();
        expect(await readText()).toBe(await readText());
      }
    }
  });

  it.each(forms)(
    'is left as it is by a PUT of what GET gave, with hidden nodegroups or without them (%s)',
    async (form) => {
      const before = await storedState();
      const refused = await mapConcurrently(takeSample(added, 8), (resource) =>
        writeBack(resource, form),
      );
      expect(refused.flat()).toEqual([]);
      expect(await storedState()).toEqual(before);
    },
    timeout,
  );
});
