import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { parseGraphFile, type StoredGraph } from '../../../../lib/queries/graphs/graphs.ts';
import { testDataPath } from '../../../support/test-data.ts';

const folder = testDataPath('.');

/** JSON files of the real data; empty if it is not available. */
export const graphFiles: readonly string[] =
  folder === undefined ? [] : globSync(`${folder}/**/*.json{,.gz}`);

/** Reads a file, compressed or not. */
export function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

let read: readonly Graph[] | undefined;

export function realModels(): readonly Graph[] {
  read ??= graphFiles
    .filter((file) => /graph|resource_models/i.test(file))
    .flatMap((file) => readGraphDocument(parseLossless(textOf(file))).graphs)
    .filter(({ isResourceModel }) => isResourceModel);
  return read;
}

/** A stored model, for a caller who may read all of it. */
export function openGraph(graph: Graph): StoredGraph {
  return {
    graphId: graph.graphId,
    slug: graph.slug,
    name: graph.name,
    ontologyId: graph.ontologyId,
    publicationId: graph.publicationId,
    publishedAt: '2026-11-22T10:00:00+00:00',
    readableNodegroups: graph.nodegroups.map(({ nodegroupId }) => nodegroupId),
    unreadableIds: [],
    file: parseGraphFile(JSON.stringify(graph.source)),
  };
}

/** Parses a document like a client. */
export function asSent(document: unknown): unknown {
  return parseLossless(JSON.stringify(document));
}
