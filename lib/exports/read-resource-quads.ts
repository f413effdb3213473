import { ChangedWhileReading, type StatementReader } from '../data-api/chunks.ts';
import { runQuery } from '../data-api/query.ts';
import { readPages } from '../data-api/read-pages.ts';
import { buildLinkedShape } from '../json-ld/linked-shape.ts';
import type { CompiledGraph } from '../model/graphs/compiled-graph.ts';
import { parseResourceId, type ResourceId } from '../model/ids.ts';
import { resourceUri } from '../model/uris.ts';
import {
  findPublishedGraph,
  listResourceStatements,
  type ResourceStatements,
} from '../queries/resources/list-resource-statements.ts';
import { listResources, type ResourcePage } from '../queries/resources/list-resources.ts';
import { parseTiles } from '../queries/resources/parse-tiles.ts';
import { toResourceContent } from '../serializers/resources/resource-content.ts';
import { writeNQuads } from '../serializers/rdf/n-triples.ts';
import type { QuadChunk, QuadSource } from './quad-chunk.ts';

/** The quads of whole resource instances. */
type ResourceChunk = Omit<QuadChunk, 'next'> & { readonly lastId: ResourceId };

/** How many resource instances a query covers. Each of its calls examines all of them, and returns up to about a million bytes. */
const resourcesPerBatch = 200;

/** Reads the resource instances that the caller may see, in the order of their ids. @param after the last one that was read */
export async function* readResourceQuads(
  source: QuadSource,
  after: ResourceId | null,
): AsyncGenerator<ResourceChunk> {
  const { dataApi, caller } = source;
  const readGraph = createGraphReader(dataApi);
  for (let lastId = after; ;) {
    const position =
      lastId === null
        ? ({ kind: 'page', page: 1 } as const)
        : ({ kind: 'cursor', after: lastId } as const);
    const page: ResourcePage = await runQuery(
      dataApi.read,
      listResources(caller, undefined, position, resourcesPerBatch),
    );
    const ids = page.ids.slice(0, resourcesPerBatch);
    const query = listResourceStatements(caller, ids);
    for await (const items of readPages(dataApi, query)) {
      const chunk = await writeResources(query.parse(items), source, readGraph);
      if (chunk !== undefined) yield chunk;
    }
    const lastListedId = ids.at(-1);
    if (lastListedId === undefined || page.ids.length <= resourcesPerBatch) return;
    lastId = parseResourceId(lastListedId);
  }
}

type GraphReader = (publicationId: string) => Promise<CompiledGraph>;

/** Reads each compiled graph once. */
function createGraphReader(dataApi: StatementReader): GraphReader {
  const graphs = new Map<string, CompiledGraph>();
  return async (publicationId) => {
    const cached = graphs.get(publicationId);
    if (cached !== undefined) return cached;
    const text = await runQuery(dataApi.read, findPublishedGraph(publicationId));
    if (text === undefined)
      throw new ChangedWhileReading('A model was changed while its records were read. Try again.');
    const graph: CompiledGraph = JSON.parse(text);
    graphs.set(publicationId, graph);
    return graph;
  };
}

/** @returns undefined for no resource instances */
async function writeResources(
  resources: readonly ResourceStatements[],
  { baseUrl, language }: Pick<QuadSource, 'baseUrl' | 'language'>,
  readGraph: GraphReader,
): Promise<ResourceChunk | undefined> {
  let text = '';
  let count = 0;
  for (const resource of resources) {
    const { resourceId } = resource;
    const graph = await readGraph(resource.publicationId);
    if (!graph.hasOntology) continue;
    const content = toResourceContent(resource, parseTiles(resource), {
      baseUrl,
      language,
      graph,
      resourceId,
    });
    text += writeNQuads(buildLinkedShape(content), resourceUri(baseUrl, resourceId));
    count += 1;
  }
  const lastId = resources.at(-1)?.resourceId;
  if (lastId === undefined) return undefined;
  return { text, resources: count, withoutOntology: resources.length - count, lastId };
}
