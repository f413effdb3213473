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

let workshop: CsvWorkshop;

beforeAll(async () => {
  workshop = await openCsvWorkshop();
  const file = await workshop.file('thesaurus.ttl', thesaurus);
  await importConcepts([file], createTestContext(workshop.stack.dataApi));
  await workshop.importGraphs(model);
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
