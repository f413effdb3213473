import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import {
  compileGraph,
  type CompiledGraph,
} from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { pickText } from '../../../../lib/model/pick-language.ts';
import { graphDocument as writeGraphDocument } from '../../../../lib/serializers/graphs/graph-document.ts';
import { takeSample } from '../../../support/random/take-sample.ts';
import { heritagePlaceModel } from '../../../support/sample-model.ts';
import { graphDocument, id, NAME, PLACE } from '../../../infra/cli/import/graphs/example.ts';
import {
  parseLikeClient,
  graphFiles,
  createStoredGraph,
  readRealModels,
  readText,
} from './real-models.ts';
import { nameKind, collectLevels, packageKeys, findKeyProblems } from './package-keys.ts';

type Row = Readonly<Record<string, unknown>>;

const answerSchema = z.object({ graph: z.record(z.string(), z.unknown()) });

/**
 * Parses a valid graph.
 * @throws Error if it is invalid
 */
function parseGraph(document: unknown): Graph {
  const { graphs, problems } = readGraphDocument(document);
  const [graph] = graphs;
  if (graph === undefined) throw new Error(JSON.stringify(problems));
  return graph;
}

/** The model as GET /graphs/{id} returns it to a caller with all rights. */
function serveGraph(graph: Graph): Row {
  const parts = { withCards: true, exclude: [], language: 'en' };
  return answerSchema.parse(parseLikeClient(writeGraphDocument(createStoredGraph(graph), parts)))
    .graph;
}

/** The parts of a model that the service uses. Plain texts count as texts in the default language. */
function pickUsedParts(graph: Graph): CompiledGraph & { readonly cards: unknown } {
  const compiled = compileGraph(graph);
  const usePlainName = <Named extends { readonly name: CompiledGraph['name'] }>(
    row: Named,
  ): Named => ({
    ...row,
    name: pickText(row.name, ['en']) ?? '',
  });
  return {
    ...usePlainName(compiled),
    description: pickText(compiled.description, ['en']) ?? '',
    subtitle: pickText(compiled.subtitle, ['en']) ?? '',
    isResourceModel: true,
    publicationId: parseGraph({ ...graphDocument(), publication: id(1) }).publicationId,
    nodes: compiled.nodes.map((node) =>
      node.widget === undefined
        ? node
        : { ...node, widget: { ...node.widget, label: pickText(node.widget.label, ['en']) } },
    ),
    nodegroups: compiled.nodegroups.map(usePlainName),
    cards: graph.cards
      .map(usePlainName)
      .toSorted((one, other) => (one.cardId < other.cardId ? -1 : 1)),
  };
}

const minimalGraph = graphDocument({
  cards: [
    { nodegroup_id: NAME, constraints: [{ nodes: [NAME] }], helptext: 'Ask the owner' },
    { nodegroup_id: PLACE },
  ],
  cards_x_nodes_x_widgets: [{ node_id: PLACE, config: '{"zoom":7}' }, { node_id: NAME }],
  functions_x_graphs: [{ config: {} }],
});
const sampleGraph = parseGraph(heritagePlaceModel);

describe.each([
  ['a sample model', sampleGraph],
  ['a model from a file with only the required keys', parseGraph(minimalGraph)],
  ['a model with null for every missing key', parseGraph(addNulls(sampleGraph.source))],
])('%s', (_, graph) => {
  it('has every key that readers of graph files expect, with the right type', () => {
    expect(findKeyProblems(serveGraph(graph))).toEqual([]);
    const rows = Object.entries(collectLevels(serveGraph(graph)));
    const emptyLevels = rows.filter(
      ([level, levelRows]) => level !== 'constraints' && levelRows.length === 0,
    );
    expect(emptyLevels).toEqual([]);
  });

  it('is the same model after it is imported again', () => {
    const importedGraph = parseGraph({ graph: [serveGraph(graph)] });
    expect(pickUsedParts(importedGraph)).toEqual(pickUsedParts(graph));
    expect({ ...serveGraph(importedGraph), publication: null }).toEqual({
      ...serveGraph(graph),
      publication: null,
    });
  });
});

/** Adds every missing key of a release 7 file, with null, to a model and its rows. */
function addNulls(source: unknown): Row {
  const graph = z.record(z.string(), z.unknown()).parse(source);
  const levels = collectLevels({ ...graph, root: graph['root'] });
  const createNulls = (level: string) =>
    Object.fromEntries(Object.keys(packageKeys[level] ?? {}).map((key) => [key, null]));
  const filledLevels = Object.keys(packageKeys)
    .filter((level) => Array.isArray(graph[level]))
    .map((level) => [level, levels[level]?.map((row) => ({ ...createNulls(level), ...row }))]);
  return {
    ...createNulls('graph'),
    ...graph,
    publication: null,
    ...Object.fromEntries(filledLevels),
  };
}

it('a served model has default values for omitted keys', () => {
  const graph = serveGraph(parseGraph(minimalGraph));
  expect(graph).toMatchObject({
    name: { en: 'Monument' },
    is_editable: true,
    relatable_resource_model_ids: [],
    publication: { graph_id: id(100), published_time: '2026-11-22T10:00:00+00:00' },
    root: { istopnode: true, parentproperty: '', hascustomalias: false },
    cards: [
      {
        helptext: { en: 'Ask the owner' },
        helpenabled: false,
        active: true,
        constraints: [{ nodes: [NAME], uniquetoallinstances: false }],
      },
      { helptext: {}, constraints: [] },
    ],
    widgets: [{ config: { zoom: 7 } }, { config: {} }],
  });
  expect(graph['cards_x_nodes_x_widgets']).toEqual(graph['widgets']);
  expect(graph['functions_x_graphs']).toEqual(graph['functions']);
});

describe.skipIf(graphFiles.length === 0)('graph files of real packages', () => {
  const models = readRealModels();
  const modelSample = takeSample(models, 20);

  it('have exactly the known keys with values of the right type, in an example file', () => {
    const file = graphFiles.find((one) => one.includes('datatype-model') && one.includes('graphs'));
    const [graph] = z
      .object({ graph: z.tuple([z.record(z.string(), z.unknown())]) })
      .parse(JSON.parse(readText(file ?? ''))).graph;
    for (const [level, rows] of Object.entries(collectLevels(graph))) {
      const keys = new Set(rows.flatMap((row) => Object.keys(row)));
      expect([level, [...keys].toSorted()]).toEqual([
        level,
        Object.keys(packageKeys[level] ?? {}).toSorted(),
      ]);
    }
    expect(findKeyProblems(graph)).toEqual([]);
  });

  it('are served with every key and the right types', () => {
    expect(models.length).toBeGreaterThan(40);
    for (const graph of modelSample)
      expect([graph.graphId, findKeyProblems(serveGraph(graph))]).toEqual([graph.graphId, []]);
  });

  it('are the same models after they are imported again', () => {
    for (const graph of modelSample) {
      const importedGraph = parseGraph({ graph: [serveGraph(graph)] });
      expect(pickUsedParts(importedGraph)).toEqual(pickUsedParts(graph));
    }
  });

  it('are served with the values of their file, except for empty values', () => {
    for (const graph of modelSample) {
      const source = z.record(z.string(), z.unknown()).parse(graph.source);
      const [fileLevels, servedLevels] = [collectLevels(source), collectLevels(serveGraph(graph))];
      for (const level of ['edges', 'nodegroups', 'functions_x_graphs']) {
        for (const [index, row] of (fileLevels[level] ?? []).entries()) {
          const nonEmptyValues = Object.entries(row).filter(
            ([key, value]) => value !== null && key in (packageKeys[level] ?? {}),
          );
          expect(servedLevels[level]?.[index]).toMatchObject(Object.fromEntries(nonEmptyValues));
        }
      }
      expect(nameKind(source['nodes'])).toBe('list');
    }
  });
});
