import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importAccounts } from '../../../../infra/cli/import/accounts/import-accounts.ts';
import { importConcepts } from '../../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { importOntologies } from '../../../../infra/cli/import/ontologies/import-ontologies.ts';
import { importRelations } from '../../../../infra/cli/import/relations/import-relations.ts';
import { importResources } from '../../../../infra/cli/import/resources/import-resources.ts';
import { NAME } from './graphs/example.ts';
import { createTestContext, openWorkshop, type TestContext, type Workshop } from './importing.ts';
import { monument, monumentGraph, namedMonument, resourceId, tile } from './monuments.ts';

const skos = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="http://example.org/mill"><skos:prefLabel xml:lang="en">Mill</skos:prefLabel></skos:Concept>
</rdf:RDF>`;
const rdfs = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <rdfs:Class rdf:about="http://example.org/Thing"/>
</rdf:RDF>`;
const ontology = {
  base: 'base.xml',
  base_id: resourceId(900),
  base_name: 'Base',
  base_version: '1',
};
const relations = `resourceinstanceidfrom,resourceinstanceidto\n${resourceId(1)},${resourceId(2)}\n`;

describe('data that files repeat word for word', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const describeProblems = ({ problems }: TestContext): readonly unknown[] =>
    problems.map(({ severity, code, pointer }) => [severity, code, pointer]);

  const kinds: readonly (readonly [
    kind: string,
    name: string,
    content: unknown,
    run: (files: readonly string[], context: TestContext) => Promise<object>,
  ])[] = [
    ['graphs', 'graph.json', { graph: [monumentGraph()] }, importGraphs],
    ['ontologies', 'ontology_config.json', ontology, importOntologies],
    ['thesauri', 'skos.xml', skos, importConcepts],
    [
      'resource instances',
      'records.json',
      [namedMonument(1, 'One'), namedMonument(2, 'Two')],
      importResources,
    ],
    ['relations', 'a.relations', relations, importRelations],
    [
      'accounts',
      'accounts.json',
      { accounts: [{ username: 'anna' }], groups: [{ name: 'Masons' }] },
      (files, context) => importAccounts(files, context, workshop.stack.owner),
    ],
  ];

  it.each(kinds)(
    'are counted once: a file of %s that is given twice',
    async (_kind, name, content, run) => {
      await workshop.file('base.xml', rdfs);
      const file = await workshop.file(name, content);
      const link = path.join(workshop.folder, `link-${name}`);
      await symlink(file, link);
      // The first run stores everything, so that both counted runs find no new rows.
      await run([file], createTestContext(workshop.stack.dataApi));
      const once = await run([file], createTestContext(workshop.stack.dataApi));
      const context = createTestContext(workshop.stack.dataApi);
      expect(await run([file, file, link], context)).toEqual(once);
      expect(describeProblems(context)).toEqual([
        ['warning', 'repeated_file', ''],
        ['warning', 'repeated_file', ''],
      ]);
    },
  );

  it('are counted once: a graph in one file or in two', async () => {
    const graph = monumentGraph();
    const files = [
      await workshop.file('two-graphs.json', { graph: [graph, graph] }),
      await workshop.file('one-graph.json', graph),
    ];
    const context = createTestContext(workshop.stack.dataApi);
    expect((await importGraphs(files, context)).graphs).toHaveLength(1);
    expect(describeProblems(context)).toEqual([
      ['warning', 'repeated_graph', ''],
      ['warning', 'repeated_graph', ''],
    ]);
  });

  it('are counted once: records in one file or in two, in any notation', async () => {
    const { resourceinstance, tiles } = namedMonument(11, 'Two');
    const flat = { ...Object(resourceinstance), tiles };
    const files = [
      await workshop.file('first.json', [
        namedMonument(10, 'One'),
        namedMonument(11, 'Two'),
        namedMonument(10, 'One'),
      ]),
      await workshop.file('second.json', JSON.stringify([flat], null, 2)),
      await workshop.file('third.jsonl.gz', gzipSync(JSON.stringify(namedMonument(10, 'One')))),
      await workshop.file('other.json', [monument(10, [tile(12, NAME, { [NAME]: 'More' })])]),
    ];
    const context = createTestContext(workshop.stack.dataApi);
    expect(await importResources(files, context)).toMatchObject({
      read: 2,
      tiles: 3,
      leftOut: 0,
      created: 2,
      updated: 1,
    });
    expect(context.problems.map(({ code, pointer, record }) => [code, pointer, record])).toEqual([
      ['repeated_record', '/2', resourceId(10)],
      ['repeated_record', '/0', resourceId(11)],
      ['repeated_record', '/0', resourceId(10)],
    ]);
  });

  it('are counted once: records that are left out', async () => {
    const broken = monument(20, [], { graph_id: resourceId(1) });
    const { imported, problems } = await workshop.importRecords([broken, broken, 'x', 'x']);
    expect(imported).toMatchObject({ read: 0, leftOut: 2 });
    expect(problems.map(({ code, pointer }) => [code, pointer.split('/').at(-1)])).toEqual([
      ['unknown_graph', '0'],
      ['repeated_record', '1'],
      ['invalid_record', '2'],
      ['repeated_record', '3'],
    ]);
  });

  it('are imported once: a tile that its record repeats with its members in another order', async () => {
    const first = tile(30, NAME, { [NAME]: { en: { value: 'A', direction: 'ltr' } } });
    const reordered = Object.fromEntries(Object.entries(first).toReversed());
    const { imported, problems } = await workshop.importRecords([
      monument(30, [first, reordered, tile(31, NAME, {}), first]),
    ]);
    expect(imported).toMatchObject({ read: 1, tiles: 2, leftOut: 0 });
    expect(problems.map(({ severity, code, pointer }) => [severity, code, pointer])).toEqual(
      [1, 3].map((at) => ['warning', 'repeated_tile', `/business_data/resources/0/tiles/${at}`]),
    );
  });

  it('do not change the pointers of problems in the tiles after a repeated tile', async () => {
    const first = tile(40, NAME, {});
    const badTile = tile(41, resourceId(1), {});
    const { problems } = await workshop.importRecords([monument(40, [first, first, badTile])]);
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['repeated_tile', '/business_data/resources/0/tiles/1'],
      ['unknown_nodegroup', '/business_data/resources/0/tiles/2/nodegroup_id'],
    ]);
  });

  it('are counted once: relations in two files', async () => {
    const files = [
      await workshop.file('a.relations', relations),
      await workshop.file('b.relations', `${relations}${resourceId(1)},${resourceId(3)}\n`),
    ];
    const context = createTestContext(workshop.stack.dataApi);
    expect(await importRelations(files, context)).toMatchObject({ rows: 3, read: 2 });
  });

  it('are imported once: an account and a group', async () => {
    const account = { username: 'berta', email: 'berta@example.org' };
    const group = { id: 77, name: 'Carpenters', permissions: ['read'] };
    const files = [
      await workshop.file('one.json', { accounts: [account, account], groups: [group, group] }),
      await workshop.file('two.json', { accounts: [account], groups: [group] }),
    ];
    const context = createTestContext(workshop.stack.dataApi);
    const imported = await importAccounts(files, context, workshop.stack.owner);
    expect(imported).toMatchObject({ created: 1, groups: { created: 1 }, leftOut: 0 });
    expect(context.problems.map(({ code, record, pointer }) => [code, record, pointer])).toEqual([
      ['repeated_record', 'Carpenters', '/groups/1'],
      ['repeated_record', 'Carpenters', '/groups/0'],
      ['repeated_record', 'berta', '/accounts/1'],
      ['repeated_record', 'berta', '/accounts/0'],
    ]);
  });
});
