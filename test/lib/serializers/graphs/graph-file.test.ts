import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { graphDocument } from '../../../../lib/serializers/graphs/graph-document.ts';
import { graphFileDocument } from '../../../../lib/serializers/graphs/graph-file.ts';
import {
  graphDocument as exampleDocument,
  NAME,
} from '../../../infra/cli/import/graphs/example.ts';
import { takeSample } from '../../../support/random/take-sample.ts';
import { heritagePlaceModel } from '../../../support/sample-model.ts';
import { parseLikeClient, graphFiles, createStoredGraph, readRealModels } from './real-models.ts';
import { strictGraphFile } from './strict-types.ts';

const parts = { exclude: [], language: 'en' };

const findProblems = (graph: Graph): string => {
  const file = parseLikeClient(graphFileDocument(createStoredGraph(graph), parts));
  const { error } = strictGraphFile.safeParse(file);
  return error === undefined ? '' : z.prettifyError(error);
};

function createExample(changes: Readonly<Record<string, unknown>> = {}): Graph {
  const [graph] = readGraphDocument({ ...exampleDocument(), ...changes }).graphs;
  if (graph === undefined) throw new Error('The example is not a valid graph.');
  return graph;
}

describe('a model as a graph file', () => {
  it('has the types that strict readers accept', () => {
    const [sample] = readGraphDocument(heritagePlaceModel).graphs;
    expect(sample && findProblems(sample)).toBe('');
    expect(findProblems(createExample())).toBe('');
    expect(findProblems(createExample({ jsonldcontext: { name: 'http://a.test/name' } }))).toBe('');
  });

  it.skipIf(graphFiles.length === 0)(
    'has the types that strict readers accept for every real model',
    () => {
      const models = readRealModels();
      expect(models.length).toBeGreaterThan(40);
      for (const graph of takeSample(models, 20))
        expect([graph.graphId, findProblems(graph)]).toEqual([graph.graphId, '']);
    },
  );
});

const translation = z
  .record(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/), z.string().nullable())
  .refine((texts) => Object.keys(texts).length > 0);

/** JSON Pointers to texts in several languages. */
function findTranslations(value: unknown, pointer = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!pointer.endsWith('/i18n_config') && translation.safeParse(value).success) return [pointer];
  return Object.entries(value).flatMap(([name, member]) =>
    findTranslations(member, `${pointer}/${name}`),
  );
}

describe('a model in one language', () => {
  it.skipIf(graphFiles.length === 0)('has no translations, for any real model', () => {
    for (const graph of takeSample(readRealModels(), 20)) {
      const document = graphDocument(createStoredGraph(graph), {
        ...parts,
        withCards: true,
        readerLanguages: ['fr', 'en'],
      });
      expect([graph.graphId, findTranslations(parseLikeClient(document))]).toEqual([
        graph.graphId,
        [],
      ]);
    }
  });

  it('has texts of widgets in the language of the reader, and default values unchanged', () => {
    const placeholder = { en: 'Enter a name', de: 'Name eingeben' };
    const defaultValue = { en: { value: '', direction: 'ltr' } };
    const graph = createExample({
      name: { en: 'Monument', de: 'Denkmal' },
      cards_x_nodes_x_widgets: [
        {
          node_id: NAME,
          label: { en: 'Name', de: null },
          config: {
            placeholder,
            defaultValue,
            options: [{ id: '1', text: placeholder }],
            fn: { fn: 'x' },
          },
        },
      ],
    });
    const document = graphDocument(createStoredGraph(graph), {
      ...parts,
      withCards: false,
      readerLanguages: ['de-AT', 'en'],
    });
    expect(document).toMatchObject({
      graph: {
        name: 'Denkmal',
        content_language: 'de',
        widgets: [
          {
            label: 'Name',
            config: {
              placeholder: 'Name eingeben',
              defaultValue,
              options: [{ id: '1', text: 'Name eingeben' }],
              fn: { fn: 'x' },
            },
          },
        ],
      },
    });
  });
});
