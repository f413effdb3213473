import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importRelations } from '../../../../infra/cli/import/relations/import-relations.ts';
import { openCsvWorkshop, type CsvWorkshop } from './csv/csv-workshop.ts';
import { id } from './csv/mill-model.ts';
import { createTestContext } from './importing.ts';

// Files of older systems name resource instances by their ids there, the legacy ids.

let workshop: CsvWorkshop;

beforeAll(async () => {
  workshop = await openCsvWorkshop();
  await workshop.importCsv('ResourceID,name\nMILL-1,One\nMILL-2,Two\nMILL-3,MILL-1');
  await workshop.importRecords([
    {
      resourceinstance: { resourceinstanceid: id(900), graph_id: id(1), legacyid: 'JSON-1' },
      tiles: [],
    },
    {
      resourceinstance: { resourceinstanceid: id(901), graph_id: id(1), legacyid: id(902) },
      tiles: [],
    },
  ]);
});

afterAll(() => workshop.close());

async function importRows(rows: readonly string[], options: { readonly dryRun?: boolean } = {}) {
  const context = createTestContext(workshop.stack.dataApi, options);
  const header = 'resourcexid,resourceinstanceidfrom,resourceinstanceidto,relationshiptype';
  const file = await workshop.file('all.relations', [header, ...rows].join('\n'));
  const imported = await importRelations([file], context);
  return { imported, problems: context.problems };
}

async function relatedLegacyIds(relationshipType: string): Promise<readonly unknown[]> {
  const rows = await workshop.rows(`select f.legacy_id || ' to ' || t.legacy_id
from resource_relation r
join resource f on f.resource_id = r.from_resource_id
join resource t on t.resource_id = r.to_resource_id
where r.relationship_type = '${relationshipType}'
order by 1`);
  return rows.map(([text]) => text);
}

describe('the ends of relations', () => {
  it('are found by the legacy ids of CSV and JSON', async () => {
    const { problems } = await importRows([',MILL-1,MILL-2,beside', ',MILL-2,JSON-1,beside']);
    expect(problems).toEqual([]);
    expect(await relatedLegacyIds('beside')).toEqual(['MILL-1 to MILL-2', 'MILL-2 to JSON-1']);
  });

  it('are found by a legacy id that is a UUID, if it is no id', async () => {
    await importRows([`,MILL-1,${id(902).toUpperCase()},uuid`]);
    expect(await relatedLegacyIds('uuid')).toEqual([`MILL-1 to ${id(902)}`]);
  });

  it('may be ids of resource instances that are imported later', async () => {
    const { problems, imported } = await importRows([`,MILL-1,${id(999)},later`]);
    expect(problems).toEqual([]);
    expect(imported.pending).toBe(1);
  });

  it('are reported with row and column, if nothing has the legacy id', async () => {
    const { problems, imported } = await importRows([
      ',MILL-1,MILL-2,good',
      ',NOBODY,MILL-2,bad',
      ',NOBODY,,bad',
    ]);
    expect(imported).toMatchObject({ leftOut: 2 });
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['invalid_relation_end', '/1/resourceinstanceidfrom'],
      ['invalid_relation_end', '/2/resourceinstanceidfrom'],
      ['invalid_relation_end', '/2/resourceinstanceidto'],
    ]);
    expect(problems[0]?.message).toContain(
      'Row 2, column resourceinstanceidfrom: No stored resource instance has the id or legacy id "NOBODY".',
    );
  });

  it('are ambiguous if resource instances of two models have the legacy id', async () => {
    await workshop.importCsv('ResourceID,name\nTWICE,Mill', { name: 'mills' });
    await workshop.importCsv('ResourceID,name\nTWICE,Forge', { name: 'forges' });
    const { problems } = await importRows([',TWICE,MILL-1,twice']);
    expect(problems.map(({ code }) => code)).toEqual(['ambiguous_label']);
  });

  it('are only counted in a dry run, which does not store the resource instances of its files', async () => {
    const { problems } = await importRows([',LATER-1,LATER-2,dry'], { dryRun: true });
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['labels_not_checked', 'warning'],
    ]);
  });
});

describe('cells of references', () => {
  const readNeighbour = async (legacyId: string): Promise<readonly unknown[]> =>
    (
      await workshop.rows(`select o.legacy_id
from tile t
join resource r on r.resource_id = t.resource_id
cross join lateral jsonb_array_elements(t.data -> '${id(6)}') v
join resource o on o.resource_id::text = v ->> 'resourceId'
where r.legacy_id = '${legacyId}'`)
    ).map(([text]) => text);

  it('are found by legacy id', async () => {
    const { problems } = await workshop.importCsv(
      'ResourceID,neighbour\nMILL-10,MILL-2\nMILL-11,JSON-1',
    );
    expect(problems).toEqual([]);
    expect(await readNeighbour('MILL-10')).toEqual(['MILL-2']);
    expect(await readNeighbour('MILL-11')).toEqual(['JSON-1']);
  });

  it('are found by the legacy id of a row that follows in the same run', async () => {
    const { problems } = await workshop.importCsv(
      'ResourceID,name,neighbour\nMILL-20,A,MILL-21\nMILL-21,B,MILL-20',
    );
    expect(problems).toEqual([]);
    expect(await readNeighbour('MILL-20')).toEqual(['MILL-21']);
  });

  it('are ambiguous if one record has the text as legacy id and another as name', async () => {
    const { codes } = await workshop.importCsv('ResourceID,neighbour\nMILL-30,MILL-1');
    expect(codes).toEqual(['ambiguous_label']);
  });

  it('are not found in models that the node does not allow', async () => {
    await workshop.importCsv('ResourceID,name\nFORGE-1,Forge', { name: 'forges' });
    const { codes } = await workshop.importCsv('ResourceID,neighbour\nMILL-40,FORGE-1');
    expect(codes).toEqual(['unknown_label']);
  });
});
