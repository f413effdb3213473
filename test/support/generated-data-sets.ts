import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import * as z from 'zod';

import { importConcepts } from '../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { samplePackageFolder } from '../../infra/local/sample/paths.ts';
import { compileGraph } from '../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../infra/cli/import/graphs/read-graphs.ts';
import { crm } from '../lib/json-ld/mill.ts';
import { generateRecords } from './generated-records.ts';
import { takeSample } from './random/take-sample.ts';
import { queryColumn } from './sample.ts';
import type { TestService } from './service.ts';
import { withJsonFile } from './temporary-file.ts';
import { findTestData } from './test-data.ts';

const graphFileSchema = z.looseObject({
  graph: z.array(
    z.looseObject({
      nodes: z.array(z.looseObject({ ontologyclass: z.string().nullish() })),
      edges: z.array(z.looseObject({})),
      cards: z.array(z.looseObject({ visible: z.unknown() })),
    }),
  ),
});

/** What generated data are imported into. */
export type GeneratedTarget = Pick<TestService, 'stack' | 'importContext'>;

type GraphDocument = z.infer<typeof graphFileSchema>['graph'][number];

function readGraphs(file: string): readonly GraphDocument[] {
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return graphFileSchema.parse(JSON.parse(text.toString('utf8'))).graph;
}

/** Hides every third card of a model in which all cards are visible. */
function withHiddenCards(graph: GraphDocument): GraphDocument {
  if (graph.cards.some(({ visible }) => visible === false)) return graph;
  return {
    ...graph,
    cards: graph.cards.map((card, index) => ({ ...card, visible: index % 3 !== 1 })),
  };
}

/** Gives a model without an ontology the same class for all nodes and the same property for all edges. */
function withOntology(graph: GraphDocument): GraphDocument {
  if (graph.nodes.some(({ ontologyclass: nodeClass }) => typeof nodeClass === 'string'))
    return graph;
  const ontologyclass = crm('E1_CRM_Entity');
  const ontologyproperty = crm('P2_has_type');
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, ontologyclass })),
    edges: graph.edges.map((edge) => ({ ...edge, ontologyproperty })),
  };
}

/** The values of the concepts of each collection in the database. */
async function readConceptValues(
  service: GeneratedTarget,
): Promise<ReadonlyMap<unknown, readonly string[]>> {
  const rows = await queryColumn(
    service,
    `select r.from_concept_id || ' ' || string_agg(v.value_id::text, ' ' order by v.value_id)
    from concept_relation r
    join concept_value v on v.concept_id = r.to_concept_id
    where r.relation_type = 'member' and v.value_type in ('prefLabel', 'altLabel')
    group by r.from_concept_id`,
  );
  return new Map(
    rows.map((row) => {
      const [collection = '', ...values] = row.split(' ');
      return [collection, values] as const;
    }),
  );
}

/** Imports models, the concepts that their values need, and generated resource instances. */
async function importGeneratedResources(
  service: GeneratedTarget,
  graphFiles: readonly string[],
  conceptFiles: readonly string[],
): Promise<void> {
  const document = { graph: graphFiles.flatMap(readGraphs).map(withHiddenCards).map(withOntology) };
  await withJsonFile(document, (file) => importGraphs([file], service.importContext));
  await importConcepts(conceptFiles, service.importContext);
  const graphs = readGraphDocument(document).graphs.map(compileGraph);
  const values = await readConceptValues(service);
  const resources = generateRecords(graphs, (collection) => values.get(collection) ?? []);
  await withJsonFile({ business_data: { resources } }, (file) =>
    importResources([file], service.importContext),
  );
}

async function importGeneratedSample(service: GeneratedTarget): Promise<void> {
  await importGeneratedResources(
    service,
    globSync(`${samplePackageFolder}/graphs/resource_models/*`).sort(),
    [],
  );
}

async function importGeneratedPackage(service: GeneratedTarget, folder: string): Promise<void> {
  const listFiles = (pattern: string): readonly string[] => globSync(`${folder}/${pattern}`).sort();
  const concepts = [
    ...listFiles('reference_data/concepts/*'),
    ...listFiles('reference_data/collections/*'),
  ];
  await importGeneratedResources(
    service,
    takeSample(listFiles('graphs/resource_models/*'), 3),
    concepts,
  );
}

const packages = [
  { name: 'afs-model', folder: findTestData('afs-model/pkg') },
  { name: 'datatype-model', folder: findTestData('datatype-model/synthetic_data/pkg') },
];

/** Data sets of generated resource instances, with all nodegroups, all datatypes and hidden cards. */
export const generatedDataSets = [
  { name: 'the sample', isSmall: true, load: importGeneratedSample },
  ...packages.flatMap(({ name, folder }) =>
    folder === undefined
      ? []
      : [
          {
            name,
            isSmall: false,
            load: async (service: GeneratedTarget) => importGeneratedPackage(service, folder),
          },
        ],
  ),
].map((dataSet) => ({ ...dataSet, name: `generated data of ${dataSet.name}` }));
