import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importAccounts } from '../../../../infra/cli/import/accounts/import-accounts.ts';
import { importConcepts } from '../../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import type { ImportContext } from '../../../../infra/cli/import/import-context.ts';
import {
  formatResultLine,
  type ImportResult,
} from '../../../../infra/cli/import/import-summary.ts';
import { importRelations } from '../../../../infra/cli/import/relations/import-relations.ts';
import { importResources } from '../../../../infra/cli/import/resources/import-resources.ts';
import { forgeModel } from './csv/forge-model.ts';
import { createTestContext, openWorkshop, type Workshop } from './importing.ts';
import { id, PLACE } from './graphs/example.ts';
import { monument, monumentGraph, namedMonument, resourceId, tile } from './monuments.ts';

/** An import of files with these names and contents, whose results a dry run must foretell. */
type Case = {
  readonly what: string;
  readonly files: Readonly<Record<string, unknown>>;
  readonly importFiles: (
    files: readonly string[],
    context: ImportContext,
  ) => Promise<readonly ImportResult[]>;
};

const resources = async (files: readonly string[], context: ImportContext) => [
  await importResources(files, context, undefined, 'both'),
];

const otherModel = {
  ...Object(JSON.parse(JSON.stringify(forgeModel).replaceAll('ffffffff-', 'eeeeeeee-'))),
  name: 'Other',
};

/** The model of forges under other ids, with a life cycle of this number, which has one state with the next number. */
const modelWithState = (number: number, ids: string) => ({
  ...Object(JSON.parse(JSON.stringify(forgeModel).replaceAll('ffffffff-', ids))),
  name: `With life cycle ${number}`,
  resource_instance_lifecycle: {
    id: id(number),
    name: 'A life cycle',
    resource_instance_lifecycle_states: [
      {
        id: id(number + 1),
        name: 'Draft',
        action_label: 'Draft it',
        is_initial_state: true,
        can_edit_resource_instances: true,
        can_delete_resource_instances: true,
        next_resource_instance_lifecycle_states: [],
        previous_resource_instance_lifecycle_states: [],
      },
    ],
  },
});

const skos = (label: string) => `<http://example.org/a>
  a <http://www.w3.org/2004/02/skos/core#Concept> ;
  <http://www.w3.org/2004/02/skos/core#prefLabel> "${label}"@en .`;

describe('a dry run', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph(), forgeModel, modelWithState(900, 'dddd0000-'));
    await workshop.importRecords([namedMonument(1, 'Stored'), namedMonument(2, 'Same')]);
  });
  afterAll(async () => workshop.close());

  const cases: readonly Case[] = [
    {
      what: 'graphs: a stored one, a changed one, a new one in two versions',
      files: {
        'graphs.json': {
          graph: [
            monumentGraph(),
            { ...Object(forgeModel), description: 'Forges of all kinds' },
            otherModel,
            { ...otherModel, description: 'Another version' },
          ],
        },
      },
      importFiles: async (files, context) => [await importGraphs(files, context)],
    },
    {
      what: 'resource instances: changed, equal, new, twice, and one with an error',
      files: {
        'records.json': [
          namedMonument(1, 'Changed'),
          namedMonument(2, 'Same'),
          namedMonument(3, 'New'),
          namedMonument(4, 'New'),
          monument(50, [], { graph_id: 'ffffffff-0000-4000-8000-000000000000' }),
        ],
        'more.json': [monument(3, [tile(30, PLACE, {})]), namedMonument(4, 'New')],
      },
      importFiles: resources,
    },
    {
      what: 'states of a model that is stored, of one that is not stored yet, and of none',
      files: {
        'graphs.json': { graph: [modelWithState(700, 'eeee0000-')] },
        'records.json': [
          monument(60, [], { resource_instance_lifecycle_state_id: id(701) }),
          monument(61, [], { resource_instance_lifecycle_state_id: id(901) }),
          monument(62, [], { resource_instance_lifecycle_state_id: id(999) }),
        ],
      },
      importFiles: async ([graphFile = '', recordFile = ''], context) => {
        const graphs = await importGraphs([graphFile], context);
        const unstored = context.dryRun ? graphs : undefined;
        return [graphs, await importResources([recordFile], context, unstored)];
      },
    },
    {
      what: 'rows of CSV: scattered, and of a resource instance that is stored',
      files: {
        'forges.csv': 'ResourceID,Name,State\na,One,ruined\nb,Two,\na,Three,ruined\na,Three,sold\n',
      },
      importFiles: resources,
    },
    {
      what: 'rows of CSV again',
      files: { 'forges.csv': 'ResourceID,Name,State\na,One,in use\nb,Two,\nc,Three,\n' },
      importFiles: resources,
    },
    {
      what: 'relations: new ones, and one twice',
      files: {
        'a.relations': [
          'resourceinstanceidfrom,resourceinstanceidto',
          ...[2, 3, 3].map((number) => `${resourceId(1)},${resourceId(number)}`),
        ].join('\n'),
      },
      importFiles: async (files, context) => [await importRelations(files, context)],
    },
    {
      what: 'relations of which one is stored',
      files: {
        'b.relations': [
          'resourceinstanceidfrom,resourceinstanceidto',
          ...[2, 4].map((number) => `${resourceId(1)},${resourceId(number)}`),
        ].join('\n'),
      },
      importFiles: async (files, context) => [await importRelations(files, context)],
    },
    {
      what: 'concepts',
      files: { 'a.ttl': skos('A') },
      importFiles: async (files, context) => [await importConcepts(files, context)],
    },
    {
      what: 'accounts and groups',
      files: {
        'accounts.json': {
          groups: [{ name: 'Surveyors' }],
          accounts: [{ username: 'wilma' }, { username: 'fred', groups: ['Surveyors'] }],
        },
      },
      importFiles: async (files, context) => {
        const result = await importAccounts(files, context, workshop.stack.owner);
        return [result, result.groups];
      },
    },
  ];

  it.each(cases)('tells the results and problems of the import: $what', async (example) => {
    const paths = await Promise.all(
      Object.entries(example.files).map(([name, content]) => workshop.file(name, content)),
    );
    const run = async (dryRun: boolean) => {
      const context = createTestContext(workshop.stack.dataApi, { dryRun });
      const results = await example.importFiles(paths, context);
      const codes = context.problems.map(({ code }) => code).toSorted();
      return { lines: results.map(formatResultLine), codes };
    };
    const foretold = await run(true);
    const imported = await run(false);
    expect(imported.lines[0]).toMatch(/[1-9]\d* new|^Concepts: 1 read/);
    expect(foretold).toEqual(imported);
    const again = await run(false);
    expect(await run(true)).toEqual(again);
  });
});
