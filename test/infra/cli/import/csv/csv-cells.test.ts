import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { splitList } from '../../../../../infra/cli/import/csv/read-cell.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { readCollectionLabels } from '../../../../../infra/cli/import/csv/queries/labels-in-cells.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { id, millModel } from './mill-model.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop();
  await workshop.importGraphs(millModel, {
    ...millModel,
    ...Object(JSON.parse(JSON.stringify(millModel).replaceAll('00000000-', 'ffffffff-'))),
    name: { en: 'Forges' },
  });
});

afterAll(async () => workshop.close());

const importCsv = async (lines: readonly string[], model = 'mills', strict = false) => {
  const context = createTestContext(workshop.stack.dataApi, { strict });
  const file = await workshop.file(`${model}.csv`, `${lines.join('\n')}\n`);
  const imported = await importResources([file], context);
  return { imported, codes: context.problems.map(({ code }) => code), problems: context.problems };
};

const readTiles = async (legacyId: string): Promise<readonly (readonly unknown[])[]> => {
  const rows = await workshop.rows(`select n.name #>> '{}', d.value::text
from resource r
join tile t on t.resource_id = r.resource_id
cross join lateral jsonb_each(t.data) d
join node n on n.node_id::text = d.key
where r.legacy_id = '${legacyId}'
order by n.name #>> '{}', d.value::text`);
  return rows.map(([name, value]) => [name, JSON.parse(String(value))]);
};

describe('cells of CSV', () => {
  it('name an option by its text', async () => {
    expect((await importCsv(['ResourceID,State', 'a-1,ruined'])).codes).toEqual([]);
    expect(await readTiles('a-1')).toEqual([['State', id(202)]]);
    expect((await importCsv(['ResourceID,State', 'a-2,sold'])).codes).toEqual(['unknown_label']);
  });

  it('are left out if their JSON repeats a member', async () => {
    const json = '"{""resourceId"":""a"",""resourceId"":""b""}"';
    const { codes, problems } = await importCsv(['ResourceID,Neighbour', `a-3,${json}`]);
    expect(codes).toEqual(['repeated_member']);
    expect(problems[0]?.message).toContain('/resourceId');
    expect(await readTiles('a-3')).toEqual([]);
  });

  it('name a stored resource instance by its name, if only one has it', async () => {
    await importCsv(['ResourceID,Name', 'b-1,Tower', 'b-2,Twin', 'b-3,Twin']);
    const { codes } = await importCsv([
      'ResourceID,Neighbour',
      'b-4,Tower',
      'b-5,Twin',
      'b-6,Nowhere',
    ]);
    expect(codes).toEqual(['ambiguous_label', 'unknown_label']);
    const [tower] = await workshop.rows(
      `select resource_id::text from resource where legacy_id = 'b-1'`,
    );
    expect(await readTiles('b-4')).toEqual([
      ['Neighbour', [expect.objectContaining({ resourceId: tower?.[0] })]],
    ]);
  });

  it('name a member of a collection, and not the collection itself', async () => {
    const [collectionId, memberId] = [id(311), id(312)];
    await workshop.stack.owner.write(
      rawSql(`with pair as (
  insert into concept (concept_id, node_type, legacy_id)
  values ('${collectionId}', 'Collection', 'styles'), ('${memberId}', 'Concept', 'gothic')
),
label as (
  insert into concept_value (value_id, concept_id, value_type, language_id, value)
  values
    ('${id(313)}', '${collectionId}', 'prefLabel', 'en', 'Style'),
    ('${id(314)}', '${memberId}', 'prefLabel', 'en', 'Style')
)
insert into concept_relation (from_concept_id, to_concept_id, relation_type)
values ('${collectionId}', '${memberId}', 'member')`),
    );
    const labels = await runQuery(
      workshop.stack.dataApi.read,
      readCollectionLabels([collectionId]),
    );
    expect(labels.map(({ conceptId }) => conceptId)).toEqual([memberId]);
  });

  it('name a concept of a node without a collection by the id of a value, and not by a label', async () => {
    await workshop.stack.owner.write(
      rawSql(`with baroque as (
  insert into concept (concept_id, node_type, legacy_id)
  values ('${id(301)}', 'Concept', 'urn:uuid:${id(301)}')
)
insert into concept_value (value_id, concept_id, value_type, language_id, value)
values
  ('${id(302)}', '${id(301)}', 'prefLabel', 'en', 'Baroque'),
  ('${id(303)}', '${id(301)}', 'note', 'en', 'From Italy')`),
    );
    const { problems } = await importCsv([
      'ResourceID,Style,Materials',
      `h-1,${id(302)},"${id(302).toUpperCase()}, ${id(302)}"`,
      'h-2,Baroque,',
      `h-3,${id(303)},`,
    ]);
    expect(await readTiles('h-1')).toEqual([
      ['Materials', [id(302), id(302)]],
      ['Style', id(302)],
    ]);
    expect(problems).toMatchObject([
      {
        code: 'no_collection',
        message: `Row 2, column "Style": The node has no collection in which the label "Baroque" could be found: write the id of a value of the concept, or give the node a collection in its model.`,
      },
      { code: 'unknown_label', message: expect.stringContaining('The thesaurus has no concept') },
    ]);
  });

  it('have the text of the language that the heading names', async () => {
    await workshop.rows(
      `insert into language (language_id) values ('en'), ('fr') on conflict do nothing returning 1`,
    );
    const { codes } = await importCsv(
      ['ResourceID,Name (en),Name (fr)', 'c-1,Forge,Forge ancienne'],
      'forges',
    );
    expect(codes).toEqual([]);
    expect(await readTiles('c-1')).toEqual([
      [
        'Name',
        {
          en: { value: 'Forge', direction: 'ltr' },
          fr: { value: 'Forge ancienne', direction: 'ltr' },
        },
      ],
    ]);
    const unknown = await importCsv(['ResourceID,Name (xx)', 'c-2,Forge'], 'forges');
    expect(unknown.codes).toEqual(['unknown_language']);
  });
});

describe('columns of texts', () => {
  it('keep each language, also if the column without a language comes last', async () => {
    const { codes } = await importCsv(['ResourceID,Name (fr),Name', 'l-1,Forge,Smithy'], 'forges');
    expect(codes).toEqual([]);
    const [[, texts] = []] = await readTiles('l-1');
    expect(JSON.stringify(texts)).toMatch(/Smithy.*Forge|Forge.*Smithy/);
  });
});

describe('the ResourceID of a row', () => {
  it('leaves the stored legacy id as it is if it is the UUID of the resource instance', async () => {
    await importCsv(['ResourceID,Name', 'k-1,Tower Mill']);
    const [[resourceId] = []] = await workshop.rows(
      `select resource_id::text from resource where legacy_id = 'k-1'`,
    );
    await importCsv(['ResourceID,Remark', `${String(resourceId)},old`]);
    expect(
      await workshop.rows(
        `select legacy_id from resource where resource_id = '${String(resourceId)}'`,
      ),
    ).toEqual([['k-1']]);
  });
});

describe('a list in a cell', () => {
  it.each([
    ['Brick,\nStone', ['Brick', 'Stone']],
    ['Brick, Stone\r\nTimber, Iron', ['Brick', 'Stone', 'Timber', 'Iron']],
    ['"Brick, red", Stone', ['Brick, red', 'Stone']],
    [' Brick ', ['Brick']],
  ])('is read to its last line: %j', (text, items) => {
    expect(splitList(text)).toEqual(items);
  });
});

describe('rows of one resource instance', () => {
  const header = 'ResourceID,Part Kind,Part Name';

  it('have a chain of parents each, and a warning where an earlier row has a parent that fits too', async () => {
    const { imported, codes } = await importCsv([header, 'd-1,door,Oak', 'd-1,,Elm']);
    expect(imported).toMatchObject({ tilesCreated: 4 });
    expect(codes).toEqual(['guessed_parent_tile']);
  });

  it('have a warning for each parent that is a guess, also if no parent has a value of its own', async () => {
    const { codes, problems } = await importCsv([
      'ResourceID,Part Name',
      'p-1,Oak',
      'p-1,Elm',
      'p-1,Ash',
      'p-2,Fir',
    ]);
    expect(codes).toEqual(['guessed_parent_tile', 'guessed_parent_tile']);
    expect(problems.map(({ message }) => message.slice(0, 6))).toEqual(['Row 2:', 'Row 3:']);
  });

  it('become the same tiles if other rows are between them', async () => {
    const lines = ['e-1,door,Oak', 'e-2,roof,Elm', 'e-1,wall,Ash'];
    const { imported } = await importCsv([header, ...lines]);
    expect(imported).toMatchObject({ tilesCreated: 6 });
    const again = await importCsv([header, ...lines]);
    expect(again.imported).toMatchObject({ created: 0, updated: 0 });
  });

  it('add tiles to a stored resource instance, with a warning, and replace the values of cardinality 1', async () => {
    await importCsv(['ResourceID,Name,State', 'f-1,Old,ruined']);
    const { codes } = await importCsv(['ResourceID,Name,State', 'f-1,New,in use']);
    expect(codes).toEqual(['tiles_added']);
    expect(await readTiles('f-1')).toEqual([
      ['Name', 'New'],
      ['Name', 'Old'],
      ['State', id(201)],
    ]);
  });

  it('stop a strict import at the first error, which writes nothing', async () => {
    await expect(
      importCsv(['ResourceID,Name,State', 'g-1,Good,ruined', 'g-2,Bad,sold'], 'mills', true),
    ).rejects.toThrow('sold');
    expect(await readTiles('g-1')).toEqual([]);
  });
});
