import { ChangedWhileReading, type StatementReader } from '../data-api/chunks.ts';
import { runQuery } from '../data-api/query.ts';
import { buildLinkedShape } from '../json-ld/linked-shape.ts';
import type { CompiledGraph } from '../model/graphs/compiled-graph.ts';
import type { ResourceId } from '../model/ids.ts';
import { resourceUri } from '../model/uris.ts';
import {
  findPublishedGraph,
  type ResourceStatements,
} from '../queries/resources/list-resource-statements.ts';
import { parseTiles } from '../queries/resources/parse-tiles.ts';
import { toResourceContent } from '../serializers/resources/resource-content.ts';
import { writeNQuads } from '../serializers/rdf/n-triples.ts';
import type { QuadChunk, QuadSource } from './quad-chunk.ts';
import { readResourceStatements } from './read-resource-statements.ts';

/** The quads of whole resource instances. */
type ResourceChunk = Omit<QuadChunk, 'next'> & { readonly lastId: ResourceId };

/** Reads the resource instances that the caller may see, in the order of their ids. @param after the last one that was read */
export async function* readResourceQuads(
  source: QuadSource,
  after: ResourceId | null,
): AsyncGenerator<ResourceChunk> {
  const readGraph = createGraphReader(source.dataApi);
  for await (const resources of readResourceStatements(source, undefined, after)) {
    const chunk = await writeResources(resources, source, readGraph);
    if (chunk !== undefined) yield chunk;
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
