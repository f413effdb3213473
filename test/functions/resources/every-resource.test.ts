import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import type { ResourceContent, Shape } from '../../../lib/json-ld/resource-shape.ts';
import { writeJsonLd } from '../../../lib/json-ld/write-json-ld.ts';
import { parseResourceId } from '../../../lib/model/ids.ts';
import { buildResourceTree } from '../../../lib/model/resources/resource-tree.ts';
import { getCompiledGraph } from '../../../lib/queries/graphs/graph-cache.ts';
import { parseTiles } from '../../../lib/queries/resources/parse-tiles.ts';
import { findResourceDocument } from '../../../lib/queries/resources/resource-document.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { createReferenceLookup } from '../../../lib/serializers/resources/resource-content.ts';
import { shapeBuilders } from '../../../lib/serializers/resources/shape-builders.ts';
import { ambiguousPackage } from '../../lib/json-ld/random/ambiguous-package.ts';
import { expectSameGraphs } from '../../lib/rdf/outside-parsers.ts';
import { generatedDataSets } from '../../support/generated-data-sets.ts';
import { hasNativeServer } from '../../support/has-native-server.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeInTurn, takeSample, triesAllCases } from '../../support/random/take-sample.ts';
import { openSampleService, queryColumn } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { testDataSets } from '../../support/test-data-sets.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';

const shapes: readonly Shape[] = ['specification', 'linked'];
const forms = ['format=json-ld', 'format=json-ld&profile=linked', 'format=service-json'] as const;

const ambiguousDataSet = {
  name: 'a model whose nodes cannot be distinguished from their siblings',
  isSmall: true,
  load: async ({ importContext }: TestService) => {
    const { graph, records } = ambiguousPackage();
    await withJsonFile({ graph: [graph] }, (file) => importGraphs([file], importContext));
    const data = { business_data: { resources: records } };
    await withJsonFile(data, (file) => importResources([file], importContext));
  },
};

/** Data sets whose kind another, smaller data set has, too. */
const largerDataSets: ReadonlySet<string> = new Set([
  'arches-v3sample-pkg',
  'generated data of afs-model',
]);

/** Whole packages take minutes, so they are tested only with a native database server. */
const dataSets = [...testDataSets, ambiguousDataSet, ...generatedDataSets].filter(
  ({ isSmall, name }) =>
    (isSmall || hasNativeServer) && (triesAllCases || !largerDataSets.has(name)),
);

/** Milliseconds, for thousands of requests. */
const timeout = 900_000;

/** A resource instance, and whether the parameter `hidden` matters when it is read, and when it is written. */
type ResourceSummary = {
  readonly id: string;
  readonly graphId: string;
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

/** The resource instances of the data set that was loaded last, in the order of models. */
async function readNewResources(): Promise<readonly ResourceSummary[]> {
  const rows = await queryColumn(
    service,
    `select jsonb_build_object(
      'id', r.resource_id,
      'graphId', r.graph_id,
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
  const allResources: readonly ResourceSummary[] = rows.map((row) => JSON.parse(row));
  const newResources = allResources.filter(({ id }) => !loadedIds.has(id));
  for (const { id } of newResources) loadedIds.add(id);
  return newResources;
}

/**
 * The first resource instances of each model: of generated data, the first has all nodegroups.
 * @returns all resource instances if tests try all cases
 */
function takeOfEachModel(
  resources: readonly ResourceSummary[],
  count: number,
): readonly ResourceSummary[] {
  if (triesAllCases) return resources;
  return [...Map.groupBy(resources, ({ graphId }) => graphId).values()].flatMap((ofModel) =>
    ofModel.slice(0, count),
  );
}

/** Counts and hashes of all data that a write would change. */
async function readStoredState(): Promise<readonly string[]> {
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
 * Loads what the documents of a resource instance are built from, as an administrator.
 * @returns undefined if the model has no ontology, and so no RDF
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
  // The database has the prepared statement only with a check of a token, so this one is sent as text.
  const source = await runQuery(service.stack.dataApi.read, { ...query, isPrepared: false });
  if (source.header === undefined) throw new Error(`${id} cannot be read.`);
  const graph = getCompiledGraph(source.header.publicationId, source.graph);
  if (!graph.hasOntology) return undefined;
  const tiles = parseTiles(source);
  const root = buildResourceTree(graph, tiles);
  const referenced = createReferenceLookup(source, baseUrl);
  return {
    content: { baseUrl, language: 'en-US', graph, resourceId: id, root, referenced },
    tileIds: tiles.map(({ tileId }) => tileId),
  };
}

/** Reads the documents with and without hidden nodegroups, and writes each back. @returns the responses that were not 200 */
async function writeBack(
  { id, hasHiddenTiles, hasHiddenNodegroups }: ResourceSummary,
  form: string,
): Promise<readonly string[]> {
  const path = `/resources/${id}?${form}`;
  const [wholePath, hiddenFalse] = [`${path}&hidden=false`, '&hidden=false'];
  const refusals: string[] = [];
  const roundTrips = [
    { readPath: wholePath, writeQueries: hasHiddenNodegroups ? ['', hiddenFalse] : [''] },
    ...(hasHiddenTiles ? [{ readPath: path, writeQueries: [''] }] : []),
  ];
  for (const { readPath, writeQueries } of roundTrips) {
    const response = await writer.sendRequest('GET', readPath);
    const document = await response.text();
    // A model without an ontology has no JSON-LD.
    if (response.status === 400 && document.includes('no_ontology')) return [];
    if (response.status !== 200) return [`GET ${readPath}: ${document}`];
    for (const query of writeQueries) {
      const target = `${path.replace('&profile=linked', '')}${query}`;
      const written = await writer.sendRequest('PUT', target, document);
      if (written.status !== 200)
        refusals.push(`${readPath}: PUT ${target}: ${await written.text()}`);
    }
  }
  return refusals;
}

describe.each(dataSets)('every resource instance of $name', ({ load }) => {
  let newResources: readonly ResourceSummary[] = [];
  const loadedResources: LoadedResource[] = [];

  beforeAll(async () => {
    await load(service);
    newResources = await readNewResources();
    for (const { id } of takeOfEachModel(newResources, 1)) {
      const resource = await loadResource(id);
      if (resource !== undefined) loadedResources.push(resource);
    }
  });

  it('is one of at least three', () => {
    expect(newResources.length).toBeGreaterThan(2);
  });

  it.each(shapes)(
    'is the same RDF graph in JSON-LD, RDF/XML, Turtle and N-Triples, according to independent parsers (%s)',
    async (shape) => {
      const trees = loadedResources.map(({ content }) => shapeBuilders[shape](content));
      await expect(expectSameGraphs(trees)).resolves.toBeUndefined();
    },
    timeout,
  );

  it('has every tile in the shape of the specification', () => {
    for (const { content, tileIds } of loadedResources) {
      const text = writeJsonLd(shapeBuilders.specification(content));
      expect(tileIds.filter((id) => !text.includes(`/tile/${id}/node/`))).toEqual([]);
    }
  });

  it('has the same bytes each time it is requested', async () => {
    for (const { content } of takeSample(loadedResources, 1)) {
      const queries = rdfFormatNames.map((format) => `?format=${format}`);
      for (const query of [...queries, '?profile=linked']) {
        const readText = async (): Promise<string> =>
          (await writer.sendRequest('GET', `/resources/${content.resourceId}${query}`)).text();
        expect(await readText()).toBe(await readText());
      }
    }
  });

  it.each(forms.map((form, turn) => [form, turn] as const))(
    'stays unchanged by a PUT of the answer of GET, with and without hidden nodegroups (%s)',
    async (form, turn) => {
      const stateBefore = await readStoredState();
      const resources = takeOfEachModel(newResources, 1);
      // Two forms are enough to write each model at least once.
      const resourcesInTurn = takeInTurn(
        resources,
        turn,
        Math.max(3, Math.ceil(resources.length / 2)),
      );
      const refusals = await mapConcurrently(resourcesInTurn, (resource) =>
        writeBack(resource, form),
      );
      expect(refusals.flat()).toEqual([]);
      expect(await readStoredState()).toEqual(stateBefore);
    },
    timeout,
  );
});
