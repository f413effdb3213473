import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { parseGraphFile, type StoredGraph } from '../../../../lib/queries/graphs/graphs.ts';
import { findTestData } from '../../../support/test-data.ts';

const folder = findTestData('.');

/** JSON files of the real data; empty if it is not available. */
export const graphFiles: readonly string[] =
  folder === undefined ? [] : globSync(`${folder}/**/*.json{,.gz}`);

/** Reads a file, compressed or not. */
export function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

let cachedModels: readonly Graph[] | undefined;

export function readRealModels(): readonly Graph[] {
  cachedModels ??= graphFiles
    .filter((file) => /graph|resource_models/i.test(file))
    .flatMap((file) => readGraphDocument(parseLossless(readText(file))).graphs)
    .filter(({ isResourceModel }) => isResourceModel);
  return cachedModels;
}

/** A stored model, for a caller who may read all of it. */
export function createStoredGraph(graph: Graph): StoredGraph {
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

/** Converts a document as if it were sent: writes it as JSON, and parses it like a client. */
export function parseLikeClient(document: unknown): unknown {
  return parseLossless(JSON.stringify(document));
}
