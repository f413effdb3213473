import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import { compileGraph } from '../../../../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../../../../infra/cli/import/graphs/read-graphs.ts';
import { findTestData } from '../../../../support/test-data.ts';

function readFile(file: string): unknown {
  const bytes = readFileSync(file);
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

function containsGraphs(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'graph' in json && String(json.graph) !== '';
}

/** Counts over all graphs of a folder. */
function summarizeGraphs(folder: string) {
  const readings = globSync(`${folder}/**/*.{json,json.gz}`)
    .map(readFile)
    .filter(containsGraphs)
    .map((document) => readGraphDocument(document));
  const graphs = readings.flatMap((reading) => reading.graphs.map(compileGraph));
  const problems = readings.flatMap((reading) => reading.problems);
  return {
    ...countParts(graphs),
    problems: problems.map(({ severity, code }) => `${severity} ${code}`),
  };
}

function countParts(graphs: readonly CompiledGraph[]) {
  const models = graphs.filter(({ isResourceModel }) => isResourceModel);
  return {
    models: models.length,
    branches: graphs.length - models.length,
    nodes: models.reduce((sum, { nodes }) => sum + nodes.length, 0),
    nodegroups: models.reduce((sum, { nodegroups }) => sum + nodegroups.length, 0),
    depth: Math.max(...models.flatMap(({ nodes }) => nodes.map(({ depth }) => depth))),
    slugs: models.filter(({ slug }) => slug !== null).length,
    fieldNames: models.flatMap(({ nodes }) => nodes.filter(({ fieldName }) => fieldName !== null))
      .length,
    withOntology: models.filter(({ hasOntology }) => hasOntology).length,
  };
}

const folders = [
  ['v5demo', { models: 7, nodes: 396, nodegroups: 132, depth: 4, withOntology: 7, problems: [] }],
  ['arches-v3sample-pkg', { models: 6, nodes: 342, nodegroups: 116, problems: [] }],
  [
    'afs-model',
    { models: 15, branches: 8, nodes: 2829, depth: 7, slugs: 11, withOntology: 15, problems: [] },
  ],
  ['her-model', { models: 17, nodes: 4742, depth: 8, fieldNames: 1219 }],
  ['fpan-no-ontology', { models: 4, nodes: 129, withOntology: 0 }],
  ['alizarin-example', { models: 4, nodes: 20, withOntology: 0, problems: [] }],
  ['datatype-model', { models: 1, nodes: 16, problems: [] }],
  ['arches-fixtures', { models: 45, branches: 37, slugs: 4 }],
] as const;

describe.each(folders)('the graphs of %s', (name, expected) => {
  const folder = findTestData(name);

  it.skipIf(folder === undefined)(
    'are all read and compiled, with the expected number of nodes',
    () => {
      expect(summarizeGraphs(folder ?? '')).toMatchObject(expected);
    },
  );

  it.skipIf(folder === undefined)('have no problems except unknown datatypes', () => {
    const { problems } = summarizeGraphs(folder ?? '');
    expect(problems.filter((problem) => problem !== 'warning unknown_datatype')).toEqual([]);
  });
});
