import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { conceptIdFromUri } from '../../../../../infra/cli/import/concepts/concept-id.ts';
import { importConcepts } from '../../../../../infra/cli/import/concepts/import-concepts.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { id, millModel } from '../csv/mill-model.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';

const uri = (name: string): string => `http://example.org/${name}`;

const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:styles a skos:ConceptScheme ; skos:prefLabel "Styles"@en .
ex:gothic a skos:Concept ; skos:inScheme ex:styles ; skos:prefLabel "Gothic"@en .
ex:baroque a skos:Concept ; skos:inScheme ex:styles ; skos:prefLabel "Baroque"@en .
ex:inner a skos:Collection ; skos:prefLabel "Inner"@en ; skos:member ex:gothic .
ex:usual a skos:Collection ; skos:prefLabel "Usual styles"@en ; skos:member ex:inner .
`;

/** The style of a mill, and its materials, are of the collection, or of one that is not stored. */
const modelWith = (collection: string) => ({
  ...millModel,
  nodes: millModel.nodes.map((node) =>
    node.nodeid === id(11) || node.nodeid === id(12)
      ? { ...node, config: { rdmCollection: conceptIdFromUri(uri(collection)).toUpperCase() } }
      : node,
  ),
});

let workshop: Workshop;
let gothic: string;
let baroque: string;

beforeAll(async () => {
  workshop = await openWorkshop();
  const file = await workshop.file('thesaurus.ttl', thesaurus);
  await importConcepts([file], createTestContext(workshop.stack.dataApi));
  await workshop.importGraphs(modelWith('usual'));
  const rows = await workshop.rows(
    `select v.value_id::text from concept_value v join concept c using (concept_id)
where c.legacy_id in ('${uri('gothic')}', '${uri('baroque')}') and v.value_type = 'prefLabel'
order by c.legacy_id desc`,
  );
  [gothic, baroque] = rows.map(([valueId]) => String(valueId)) as [string, string];
});

afterAll(async () => workshop.close());

const mill = (number: number, data: unknown) => ({
  resourceinstance: { resourceinstanceid: id(number), graph_id: id(1), legacyid: null },
  tiles: [
    {
      tileid: id(number + 1),
      nodegroup_id: id(11),
      parenttile_id: null,
      resourceinstance_id: id(number),
      data,
    },
  ],
});

describe('a concept outside of the collection of its node, in JSON', () => {
  it('is stored unchanged with a warning, also in a list', async () => {
    const data = { [id(11)]: baroque.toUpperCase(), [id(12)]: [gothic, baroque] };
    const { imported, problems } = await workshop.importRecords([mill(500, data)]);
    expect(imported).toMatchObject({ created: 1, leftOut: 0 });
    const place = { severity: 'warning', code: 'concept_not_in_collection', record: id(500) };
    expect(problems).toMatchObject([
      { ...place, pointer: expect.stringMatching(`/tiles/0/data/${id(11)}$`) },
      { ...place, pointer: expect.stringMatching(`/tiles/0/data/${id(12)}/1$`) },
    ]);
    const [[stored] = []] = await workshop.rows(
      `select t.data::text from tile t where t.tile_id = '${id(501)}'`,
    );
    expect(JSON.parse(String(stored))).toEqual(data);
  });

  it('has a warning each time, in files of lines too, and in a dry run', async () => {
    const lines = [mill(510, { [id(11)]: gothic }), mill(520, { [id(11)]: baroque })];
    const file = await workshop.file(
      'mills.jsonl',
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    for (const dryRun of [true, false, false]) {
      const context = createTestContext(workshop.stack.dataApi, { dryRun });
      await importResources([file], context);
      expect(context.problems.map(({ code, record }) => [code, record])).toEqual([
        ['concept_not_in_collection', id(520)],
      ]);
    }
  });

  it('has no warning if the thesaurus does not have it, or if it is a member', async () => {
    const data = { [id(11)]: id(999), [id(12)]: [gothic] };
    const { problems } = await workshop.importRecords([mill(530, data)]);
    expect(problems).toEqual([]);
  });

  it('is not compared in a dry run with a collection that is not stored, as that of its package may be', async () => {
    await workshop.importGraphs(modelWith('other'));
    const records = [mill(540, { [id(11)]: gothic })];
    expect((await workshop.importRecords(records, { dryRun: true })).problems).toEqual([]);
    expect((await workshop.importRecords(records)).problems).toMatchObject([
      { code: 'concept_not_in_collection' },
    ]);
  });
});
