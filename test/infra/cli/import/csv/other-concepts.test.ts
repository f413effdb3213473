import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importConcepts } from '../../../../../infra/cli/import/concepts/import-concepts.ts';
import { conceptIdFromUri } from '../../../../../infra/cli/import/concepts/concept-id.ts';
import { createTestContext } from '../importing.ts';
import { openCsvWorkshop, type CsvWorkshop } from './csv-workshop.ts';
import { id, millModel } from './mill-model.ts';

// Cells name concepts that are not in the collection of their node.

const uri = (name: string): string => `http://example.org/${name}`;

const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:styles a skos:ConceptScheme ; skos:prefLabel "Styles"@en .
ex:gothic a skos:Concept ; skos:inScheme ex:styles ; skos:prefLabel "Gothic"@en .
ex:baroque a skos:Concept ; skos:inScheme ex:styles ; skos:prefLabel "Baroque"@en ; skos:altLabel "Late Style"@en .
ex:rococo a skos:Concept ; skos:inScheme ex:styles ; skos:prefLabel "Rococo"@en ; skos:altLabel "Late Style"@en .
ex:gothic2 a skos:Concept ; skos:inScheme ex:styles ; skos:prefLabel "Gothic"@en .
ex:colours a skos:ConceptScheme ; skos:prefLabel "Colours"@en .
ex:red a skos:Concept ; skos:inScheme ex:colours ; skos:prefLabel "Red"@en .
ex:usual a skos:Collection ; skos:prefLabel "Usual styles"@en ; skos:member ex:gothic .
`;

const model = {
  ...millModel,
  nodes: millModel.nodes.map((node) =>
    node.nodeid === id(11)
      ? { ...node, config: { rdmCollection: conceptIdFromUri(uri('usual')) } }
      : node,
  ),
};

/** The same model under other ids. */
const kilnModel: unknown = JSON.parse(
  JSON.stringify({ ...model, name: 'Kilns' }).replaceAll('00000000-', 'eeeeeeee-'),
);

let workshop: CsvWorkshop;

beforeAll(async () => {
  workshop = await openCsvWorkshop();
  const file = await workshop.file('thesaurus.ttl', thesaurus);
  await importConcepts([file], createTestContext(workshop.stack.dataApi));
  await workshop.importGraphs(model, kilnModel);
});

afterAll(() => workshop.close());

const importStyle = (row: string) => workshop.importCsv(`ResourceID,style\n${row}`);

async function readStyles(legacyId: string): Promise<readonly unknown[]> {
  const rows = await workshop.rows(`select c.legacy_id
from tile t
join resource r on r.resource_id = t.resource_id
join concept_value v on v.value_id::text = t.data ->> '${id(11)}'
join concept c on c.concept_id = v.concept_id
where r.legacy_id = '${legacyId}'`);
  return rows.map(([text]) => text);
}

const valueIdOf = async (name: string): Promise<string> => {
  const [row] = await workshop.rows(
    `select v.value_id::text from concept_value v join concept c using (concept_id) where c.legacy_id = '${uri(name)}' and v.value_type = 'prefLabel'`,
  );
  return String(row?.[0]);
};

const resourceIdOf = async (legacyId: string): Promise<string> => {
  const [row] = await workshop.rows(
    `select r.resource_id::text from resource r where r.legacy_id = '${legacyId}'`,
  );
  return String(row?.[0]);
};

describe('a concept outside of the collection of the node', () => {
  it('is stored with a warning, if the cell has its id or that of a value', async () => {
    const byValue = await importStyle(`M-1,${(await valueIdOf('red')).toUpperCase()}`);
    const byConcept = await importStyle(`M-2,${conceptIdFromUri(uri('red'))}`);
    expect(await readStyles('M-1')).toEqual([uri('red')]);
    expect(await readStyles('M-2')).toEqual([uri('red')]);
    for (const { problems, imported } of [byValue, byConcept]) {
      expect(problems).toMatchObject([
        { severity: 'warning', code: 'concept_not_in_collection', column: 'style' },
      ]);
      expect(imported).toMatchObject({ leftOut: 0 });
    }
  });

  it('is stored with a warning, if it alone has the label in the schemes of the members', async () => {
    const { problems } = await importStyle('M-3,baroque');
    expect(await readStyles('M-3')).toEqual([uri('baroque')]);
    expect(problems.map(({ code }) => code)).toEqual(['concept_not_in_collection']);
  });

  it('has no warning that it is imported, if its tile or its record is left out', async () => {
    const red = await valueIdOf('red');
    const withError = await workshop.importCsv(
      `ResourceID,style,materials,name\nM-8,${red},Nothing,Mill`,
    );
    expect(withError.codes).toEqual(['no_collection']);
    expect(withError.imported).toMatchObject({ created: 1, tilesCreated: 1 });
    const otherModel = await workshop.importCsv(
      `ResourceID,style\n${await resourceIdOf('M-8')},${red}`,
      { name: 'kilns' },
    );
    expect(otherModel.codes).toEqual(['other_graph']);
  });

  it('is not stored, if a member has the label', async () => {
    const { problems } = await importStyle('M-4,Gothic');
    expect(await readStyles('M-4')).toEqual([uri('gothic')]);
    expect(problems).toEqual([]);
  });

  it('is ambiguous, if several concepts of the schemes have the label', async () => {
    const { codes } = await importStyle('M-5,Late Style');
    expect(codes).toEqual(['ambiguous_label']);
  });

  it('is unknown by its label, if no member of the collection is in its scheme', async () => {
    const { codes } = await importStyle('M-6,Red');
    expect(codes).toEqual(['unknown_label']);
  });

  it('is an error, if the thesaurus does not have the id', async () => {
    const { codes } = await importStyle(`M-7,${id(998)}`);
    expect(codes).toEqual(['unknown_label']);
  });
});

describe('a label that no concept has', () => {
  const importRows = (rows: readonly string[], options = {}) =>
    workshop.importCsv(['ResourceID,style', ...rows].join('\n'), options);

  const listMembers = async (): Promise<readonly unknown[]> =>
    (
      await workshop.rows(`select v.value
from concept_relation m
join concept_value v on v.concept_id = m.to_concept_id and v.value_type = 'prefLabel'
where m.from_concept_id = '${conceptIdFromUri(uri('usual'))}' and m.relation_type = 'member'
order by 1`)
    ).map(([text]) => text);

  it('is listed in a SKOS file to be completed, which can be imported', async () => {
    const missingConceptsFile = `${workshop.folder}/missing.ttl`;
    const { codes, imported } = await importRows(['N-1,Decorated', 'N-2,DECORATED'], {
      missingConceptsFile,
    });
    expect(codes).toEqual(['unknown_label', 'unknown_label']);
    expect(imported.notes).toContainEqual(expect.stringContaining('Labels without a concept: 1'));
    const context = createTestContext(workshop.stack.dataApi);
    await importConcepts([missingConceptsFile], context);
    expect(context.problems).toEqual([]);
    expect((await importRows(['N-1,Decorated', 'N-2,DECORATED'])).problems).toEqual([]);
    expect(await listMembers()).toEqual(['Decorated', 'Gothic']);
  });

  it('becomes one member of the collection, in a scheme of its own, with --create-concepts', async () => {
    const { problems, imported } = await importRows(
      ['N-3,"Flamboyant, late"', 'N-4,"flamboyant, LATE"', 'N-5,Gothic', 'N-6,say \\ it'],
      { createsConcepts: true },
    );
    expect(problems).toEqual([]);
    expect(imported.notes).toContain('Concepts created from labels: 2');
    expect(await listMembers()).toEqual(['Decorated', 'Flamboyant, late', 'Gothic', 'say \\ it']);
    const users = await workshop.rows(`select distinct r.legacy_id
from tile t
join resource r on r.resource_id = t.resource_id
join concept_value v on v.value_id::text = t.data ->> '${id(11)}'
where v.value = 'Flamboyant, late'
order by 1`);
    expect(users).toEqual([['N-3'], ['N-4']]);
  });

  it('makes nothing in a second run, and nothing in a dry run', async () => {
    const again = await importRows(['N-3,"Flamboyant, late"'], { createsConcepts: true });
    expect(again.imported.notes).not.toContainEqual(expect.stringContaining('Concepts created'));
    const dry = await importRows(['N-7,Romanesque'], { createsConcepts: true, dryRun: true });
    expect(dry.codes).toEqual([]);
    expect(dry.imported.notes).toContain('Concepts created from labels: 1');
    expect(await listMembers()).not.toContain('Romanesque');
  });

  it('stays an error, if several concepts have it', async () => {
    const { codes } = await importRows(['N-8,Late Style'], { createsConcepts: true });
    expect(codes).toEqual(['ambiguous_label']);
  });
});
