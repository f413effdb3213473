import { readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { importGraphs } from '../../../../../infra/cli/import/graphs/import-graphs.ts';
import { importPackage } from '../../../../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { fingerprintOf, openPackageWorkshop } from '../../export/package/package-workshop.ts';
import { createTestContext, fingerprint, openWorkshop } from '../importing.ts';
import { readStoredTiles, readTilesOfFiles, toSortedTexts } from '../resources/stored-tiles.ts';
import { compareContent, noDifferences } from './compare-content.ts';
import { runDatabaseImport, type DatabaseRun } from './importing-database.ts';

const folder = findTestData('arches81-dump') ?? '';
const exported = ['Waterwork.json.gz', 'Party_all.json', 'Survey.json'].map(
  (name) => `${folder}/exports/business_data/${name}`,
);

describe.skipIf(folder === '')('the import of a database of release 8.1', () => {
  let source: SourceDatabase;
  let stack: TestStack;
  let first: DatabaseRun;

  beforeAll(async () => {
    source = await openSourceDatabase('arches81-dump');
    stack = await openTestStack();
    first = await runDatabaseImport(source.url, stack.dataApi);
  });

  afterAll(async () => {
    await stack?.close();
    await source?.drop();
  });

  const rows = (query: string) => stack.owner.read(rawSql(query));

  it('has no problem, except dates that are not EDTF', () => {
    expect(new Set(first.context.problems.map(({ code }) => code))).toEqual(new Set(['not_edtf']));
  });

  it('has the same problems in a dry run', async () => {
    const empty = await openWorkshop();
    const { context } = await runDatabaseImport(source.url, empty.stack.dataApi, { dryRun: true });
    const listCodes = (problems: typeof context.problems) =>
      problems.map(({ code }) => code).toSorted();
    expect(listCodes(context.problems)).toEqual(listCodes(first.context.problems));
    await empty.close();
  });

  it('stores every tile as the platform exports it', async () => {
    const stored = await readStoredTiles(stack.dataApi);
    const expected = await readTilesOfFiles(exported);
    expect(stored.size).toBe(223);
    expect(toSortedTexts([...stored.values()])).toEqual(toSortedTexts([...expected.values()]));
  });

  it('stores all rows as the database has them', async () => {
    await source.run(`set session_replication_role = replica;
delete from nodes n
using graphs g
where g.graphid = n.graphid
  and g.source_identifier is not null`);
    const { values, concepts, conceptRelations, ...others } = await compareContent(
      source.url,
      stack,
    );
    const { values: _, concepts: __, conceptRelations: ___, ...equal } = noDifferences;
    expect(others).toEqual(equal);
    // Those of the controlled list come from other tables.
    for (const { onlySource } of [values, concepts, conceptRelations])
      expect(onlySource).toEqual([]);
    expect([values, concepts, conceptRelations].map(({ onlyHere }) => onlyHere.length)).toEqual([
      10, 6, 8,
    ]);
  });

  it('leaves out the working copies of models, with their nodegroups', async () => {
    expect(
      await rows('select g.slug, count(*)::int from graph g group by g.slug order by g.slug'),
    ).toEqual([
      ['dimension_branch', '1'],
      ['party', '1'],
      ['remark_branch', '1'],
      ['survey', '1'],
      ['waterwork', '1'],
    ]);
  });

  it('imports each controlled list as a thesaurus and a collection, whose concepts have the ids and URIs of its items', async () => {
    expect(
      await rows(`select l.value, array_agg(v.value order by c.legacy_id, v.value)::text
from concept s
join concept_value l on l.concept_id = s.concept_id
join concept_relation r on r.from_concept_id = s.concept_id
join concept c on c.concept_id = r.to_concept_id
join concept_value v on v.concept_id = c.concept_id
where s.concept_id = 'f26fc131-ad40-5336-8c21-783de94f996e'
  and v.language_id = 'de'
group by l.value`),
    ).toEqual([['Grades', expect.stringContaining('Örtlich')]]);
    expect(
      await rows(`select c.concept_id::text
from concept_relation r
join concept s on s.concept_id = r.from_concept_id
join concept c on c.concept_id = r.to_concept_id
where s.node_type = 'Collection'
  and c.legacy_id like '%/plugins/controlled-list-manager/item/%'
order by 1`),
    ).toEqual([
      ['2ccaccde-3252-5f16-8157-796b7f0e7457'],
      ['88800562-553e-5f40-accc-185032a5193e'],
      ['e0182383-e6ca-5206-8f95-99f1b6116b0e'],
      ['ea2a5c0d-cfd8-56ae-b123-4bdab2a9c14e'],
    ]);
  });

  it('keeps the states and identifiers of resource instances, of which none is unique', async () => {
    expect(
      await rows(`select s.name ->> 'en', count(*)::int
from resource r
join life_cycle_state s on s.life_cycle_state_id = r.life_cycle_state_id
group by s.name
order by 2 desc`),
    ).toEqual([
      ['Draft', '15'],
      ['Active', '11'],
      ['Perpetual', '8'],
      ['Retired', '7'],
    ]);
    expect(
      await rows(`select i.identifier, i.source, i.identifier_type, count(*)::int
from resource_identifier i
group by i.identifier, i.source, i.identifier_type
order by i.identifier`),
    ).toEqual([
      ['0017/a', 'County list', 'list number', '2'],
      ['ACC-1932-7', 'https://register.example/', 'accession', '1'],
      ['Q424242', 'https://facts.example/', '', '1'],
      ['R-20', 'https://register.example/', 'accession', '1'],
    ]);
  });

  it('changes nothing if it is repeated', async () => {
    const before = await fingerprint(stack.owner);
    await runDatabaseImport(source.url, stack.dataApi);
    expect(await fingerprint(stack.owner)).toEqual(before);
  });

  it('follows states and identifiers that change in the source', async () => {
    const before = await rows(
      'select r.resource_id::text, r.version::text from resource r order by 1',
    );
    await source.run(`update resource_instances r
set resource_instance_lifecycle_state_id = s.id
from resource_instance_lifecycle_states s
where s.name ->> 'en' = 'Retired'
  and r.resourceinstanceid = '398f13f1-e819-5ada-a065-4ec7d12b292d';
update resource_identifiers
set identifier = '0018'
where identifier = '0017/a'
  and resourceid_id = '4be0c68d-5dc4-50b5-8e78-255f74f03d9b'`);
    await runDatabaseImport(source.url, stack.dataApi);
    expect(
      await rows(`select r.resource_id::text, s.name ->> 'en'
from resource r
join life_cycle_state s on s.life_cycle_state_id = r.life_cycle_state_id
where r.resource_id = '398f13f1-e819-5ada-a065-4ec7d12b292d'`),
    ).toEqual([['398f13f1-e819-5ada-a065-4ec7d12b292d', 'Retired']]);
    expect(
      await rows(`select i.identifier
from resource_identifier i
where i.source = 'County list'
order by i.identifier`),
    ).toEqual([['0017/a'], ['0018']]);
    const after = await rows(
      'select r.resource_id::text, r.version::text from resource r order by 1',
    );
    const versions = new Map(before.map(([id, version]) => [id, version]));
    const changed = after.filter(([id, version]) => versions.get(id ?? null) !== version);
    expect(changed.map(([id]) => id)).toEqual([
      '398f13f1-e819-5ada-a065-4ec7d12b292d',
      '4be0c68d-5dc4-50b5-8e78-255f74f03d9b',
    ]);
  });

  it('comes back from an own package with states and identifiers, restored or imported', async () => {
    const workshop = await openPackageWorkshop();
    await workshop.exportFrom(stack);
    const restored = await workshop.openEmpty();
    await workshop.restoreInto(restored);
    expect(await fingerprintOf(restored)).toEqual(await fingerprintOf(stack));
    const imported = await workshop.openEmpty();
    await workshop.importInto(imported);
    const parts = `select r.resource_id::text, r.life_cycle_state_id::text, i.identifier, i.source, i.identifier_type
from resource r
left join resource_identifier i on i.resource_id = r.resource_id
order by 1, 3, 4, 5`;
    expect(await imported.owner.read(rawSql(parts))).toEqual(await rows(parts));
    await workshop.close();
  });
});

describe.skipIf(folder === '')('the import of exports of release 8.1', () => {
  it('has the graphs and resource instances of the exports, with their states', async () => {
    const workshop = await openWorkshop();
    const context = createTestContext(workshop.stack.dataApi);
    await importGraphs(
      ['Waterwork.json.gz', 'Party.json', 'Survey.json'].map(
        (name) => `${folder}/exports/graphs/${name}`,
      ),
      context,
    );
    await importResources(exported, context);
    expect(context.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const stored = await readStoredTiles(workshop.stack.dataApi);
    const expected = await readTilesOfFiles(exported);
    expect(toSortedTexts([...stored.values()])).toEqual(toSortedTexts([...expected.values()]));
    expect(
      await workshop.rows(`select s.name ->> 'en', count(*)::int
from resource r
join life_cycle_state s on s.life_cycle_state_id = r.life_cycle_state_id
group by s.name
order by 2 desc`),
    ).toEqual([
      ['Draft', '15'],
      ['Active', '11'],
      ['Perpetual', '8'],
      ['Retired', '7'],
    ]);
    await workshop.close();
  });

  it('says that a package has no resource instances of a model, which the export leaves out', async () => {
    const workshop = await openWorkshop();
    const directory = `${workshop.folder}/package`;
    const context = createTestContext(workshop.stack.dataApi);
    for (const kind of ['graphs', 'business_data'])
      await cp(`${folder}/exports/${kind}`, `${directory}/${kind}`, { recursive: true });
    await rm(`${directory}/business_data/Party_all.json`);
    await importPackage(directory, context);
    expect(context.problems.filter(({ code }) => code === 'model_without_records')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('model Party.') }),
    ]);
    await workshop.close();
  });

  it('leaves out working copies of models', async () => {
    const workshop = await openWorkshop();
    const graph = JSON.parse(readFileSync(`${folder}/exports/graphs/Survey.json`, 'utf8')).graph[0];
    const { problems } = await workshop.importGraphs({
      ...graph,
      source_identifier_id: graph.graphid,
    });
    expect(problems.map(({ code }) => code)).toEqual(['working_copy']);
    expect(await workshop.rows('select g.slug from graph g')).toEqual([]);
    await workshop.close();
  });
});
