import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { parseConceptId } from '../../../../../lib/model/ids.ts';
import { exportConcepts } from '../../../../../infra/cli/export/concepts/export-concepts.ts';
import { conceptIdFromUri } from '../../../../../infra/cli/import/concepts/concept-id.ts';
import { rdfFormatNames } from '../../../../../lib/rdf/formats.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { arbitraryThesaurus } from './arbitrary-thesaurus.ts';
import { everyFeature } from './every-feature.ts';
import { convertTurtle, parseTriples } from './outside-triples.ts';
import { openThesaurusWorkshop, type ThesaurusWorkshop } from './thesaurus-workshop.ts';

let workshop: ThesaurusWorkshop;

beforeAll(async () => {
  workshop = await openThesaurusWorkshop();
});

beforeEach(async () => workshop.empty());

afterAll(async () => workshop.close());

const exampleId = (name: string) => conceptIdFromUri(`http://example.org/${name}`);

describe('a thesaurus with every feature', () => {
  it.each(rdfFormatNames)(
    'is exported in every format with the triples that were imported from %s',
    async (format) => {
      const { problems } = await workshop.importText(convertTurtle(everyFeature, format), format);
      expect(problems.map(({ code }) => code)).toEqual(['unlabelled_concepts']);
      for (const out of rdfFormatNames) {
        const text = await workshop.exportText({ format: out });
        expect(parseTriples(text, out)).toEqual(parseTriples(everyFeature, 'turtle'));
      }
    },
  );

  it.each(rdfFormatNames)(
    'changes nothing when its export is imported again: %s',
    async (format) => {
      await workshop.importText(everyFeature);
      const before = await workshop.rows();
      const text = await workshop.exportText({ format });
      for (const mode of ['merge', 'overwrite'] as const) {
        expect((await workshop.importText(text, format, mode)).changes).toBe(0);
      }
      expect(await workshop.rows()).toEqual(before);
    },
  );

  it('has the same rows after its export is imported into an empty database', async () => {
    await workshop.importText(everyFeature);
    const { last_change: _, ...before } = await workshop.rows();
    const text = await workshop.exportText();
    await workshop.empty();
    await workshop.importText(text);
    expect(await workshop.rows()).toMatchObject(before);
  });

  it('is exported with the same bytes after its export is imported into an empty database', async () => {
    await workshop.importText(everyFeature);
    const first = await workshop.exportText();
    await workshop.empty();
    await workshop.importText(first);
    expect(await workshop.exportText()).toBe(first);
  });
});

describe('an export with plain literals, for other software', () => {
  const skos = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n';
  const exportPlainTriples = async (): Promise<readonly string[]> =>
    parseTriples(await workshop.exportText({ literals: 'plain' }), 'turtle');
  const toTriple = (subject: string, term: string, object: string): string =>
    `<http://example.org/${subject}> <http://www.w3.org/2004/02/skos/core#${term}> <http://example.org/${object}>`;

  it('contains texts as plain literals, without the ids of their values', async () => {
    await workshop.importText(everyFeature);
    const text = await workshop.exportText({ literals: 'plain' });
    expect(text).toContain('"barn"@en');
    expect(text).not.toContain('"value');
  });

  it('contains every statement of the imported file', async () => {
    await workshop.importText(everyFeature);
    const exportedTriples = new Set(await exportPlainTriples());
    const importedTriples = parseTriples(everyFeature, 'turtle').filter(
      (line) => !line.includes('value'),
    );
    expect(importedTriples.filter((line) => !exportedTriples.has(line))).toEqual([]);
  });

  type Relation = readonly [subject: string, term: string, object: string];
  const cases: readonly (readonly [statement: string, relation: Relation, inverse: Relation])[] = [
    ['ex:a skos:narrower ex:b', ['a', 'narrower', 'b'], ['b', 'broader', 'a']],
    ['ex:b skos:broader ex:a', ['a', 'narrower', 'b'], ['b', 'broader', 'a']],
    ['ex:a skos:related ex:b', ['a', 'related', 'b'], ['b', 'related', 'a']],
    ['ex:a skos:broadMatch ex:b', ['a', 'broadMatch', 'b'], ['b', 'narrowMatch', 'a']],
    ['ex:s skos:hasTopConcept ex:a', ['s', 'hasTopConcept', 'a'], ['a', 'topConceptOf', 's']],
    ['ex:s skos:hasTopConcept ex:a', ['a', 'inScheme', 's'], ['a', 'topConceptOf', 's']],
    ['ex:s skos:narrower ex:a', ['s', 'hasTopConcept', 'a'], ['a', 'topConceptOf', 's']],
    ['ex:a skos:inScheme ex:s', ['s', 'hasTopConcept', 'a'], ['a', 'inScheme', 's']],
  ];

  it.each(cases)(
    'contains both directions of a relation that the file states in one direction: %s',
    async (statement, relation, inverse) => {
      await workshop.importText(
        `${skos}@prefix ex: <http://example.org/> .\nex:s a skos:ConceptScheme . ex:a a skos:Concept . ex:b a skos:Concept . ${statement} .`,
      );
      expect(await exportPlainTriples()).toEqual(
        expect.arrayContaining([toTriple(...relation), toTriple(...inverse)]),
      );
    },
  );

  it('contains the label of a scheme as its title and as its prefLabel', async () => {
    await workshop.importText(
      `${skos}<http://example.org/s> a skos:ConceptScheme ; <http://purl.org/dc/terms/title> "Things"@en .`,
    );
    const [label, , title] = (await exportPlainTriples()).toSorted().toReversed();
    expect([label, title].join('\n')).toMatch(/skos\/core#prefLabel> "Things"@en/);
    expect((await exportPlainTriples()).join('\n')).toMatch(/dc\/terms\/title> "Things"@en/);
  });

  it('adds no concept when it is imported again, and every later export is the same', async () => {
    await workshop.importText(everyFeature);
    const before = await workshop.rows();
    const text = await workshop.exportText({ literals: 'plain' });
    await workshop.importText(text);
    const pickConceptRows = (rows: typeof before): unknown => rows['concept'];
    expect(pickConceptRows(await workshop.rows())).toEqual(pickConceptRows(before));
    expect(await workshop.exportText({ literals: 'plain' })).toBe(text);
    expect((await workshop.importText(text)).changes).toBe(0);
    await workshop.empty();
    await workshop.importText(text);
    expect(await workshop.exportText({ literals: 'plain' })).toBe(text);
  });
});

describe('an entry that is a concept in one file and a scheme in another', () => {
  const skos =
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix dcterms: <http://purl.org/dc/terms/> .\n';
  const bothFiles = [
    `${skos}<http://example.org/a> a skos:Concept ; skos:prefLabel "a"@en ; skos:scopeNote "n" .`,
    `${skos}<http://example.org/a> a skos:ConceptScheme ; dcterms:title "t"@fr ; skos:note "m" .`,
  ];

  it.each([[bothFiles], [bothFiles.toReversed()]])(
    'is exported with the statements of both files, in whatever order they are imported',
    async (files) => {
      for (const file of files) await workshop.importText(file);
      const expected = parseTriples(bothFiles.join('\n'), 'turtle');
      expect(parseTriples(await workshop.exportText(), 'turtle')).toEqual(expected);
      for (const file of files) expect((await workshop.importText(file)).changes).toBe(0);
      await workshop.empty();
      await workshop.importText(bothFiles.join('\n'));
      expect(parseTriples(await workshop.exportText(), 'turtle')).toEqual(expected);
    },
  );
});

describe('any thesaurus', () => {
  it('is exported with the imported triples, and its export changes nothing when imported again', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryThesaurus, async (turtle) => {
        await workshop.empty();
        await workshop.importText(turtle);
        const before = await workshop.rows();
        const text = await workshop.exportText();
        expect(parseTriples(text, 'turtle')).toEqual(parseTriples(turtle, 'turtle'));
        expect((await workshop.importText(text)).changes).toBe(0);
        expect((await workshop.importText(text, 'turtle', 'overwrite')).changes).toBe(0);
        const { last_change: _, ...rows } = before;
        await workshop.empty();
        await workshop.importText(text);
        expect(await workshop.rows()).toMatchObject(rows);
      }),
      { numRuns: triesAllCases ? 30 : 4 },
    );
  });
});

describe('an export of the thesaurus or a part of it', () => {
  const parseSubjects = (text: string) =>
    new Set(parseTriples(text, 'turtle').map((line) => line.slice(0, line.indexOf(' '))));
  const exampleUris = (...names: readonly string[]) =>
    new Set(names.map((name) => `<http://example.org/${name}>`));

  it('contains a scheme with the concepts that name it and those below its top concepts', async () => {
    await workshop.importText(everyFeature);
    const text = await workshop.exportText({ roots: [exampleId('buildings')] });
    const barn = 'concepts/00000000-0000-4000-8000-000000000001';
    expect(parseSubjects(text)).toEqual(
      exampleUris('buildings', 'building', 'mill', 'windmill', 'tower', 'mills', 'untyped', barn),
    );
  });

  it('contains a collection with its members at any depth', async () => {
    await workshop.importText(everyFeature);
    const text = await workshop.exportText({ roots: [exampleId('mills')] });
    expect(parseSubjects(text)).toEqual(
      exampleUris('mills', 'mill', 'windmill', 'by-height', 'tower'),
    );
    const partialExport = await workshop.exportText({ roots: [exampleId('mills')] });
    await workshop.empty();
    await workshop.importText(text);
    expect(await workshop.exportText({ roots: [exampleId('mills')] })).toBe(partialExport);
  });

  it('reads every page of the thesaurus or of a scheme', async () => {
    const concepts = Array.from(
      { length: 1100 },
      (_, number) =>
        `<http://example.org/n${number}> a <http://www.w3.org/2004/02/skos/core#Concept> ; <http://www.w3.org/2004/02/skos/core#topConceptOf> <http://example.org/s> .`,
    );
    await workshop.importText(concepts.join('\n'));
    const pageSizes: number[] = [];
    for (const roots of [null, [exampleId('s')]]) {
      const text = await workshop.exportText({ roots, onPage: (size) => pageSizes.push(size) });
      expect(parseTriples(text, 'turtle')).toHaveLength(2200);
    }
    expect(pageSizes).toEqual([500, 500, 101, 500, 500, 101]);
  });

  it('fails if the thesaurus changes during the export', async () => {
    const concepts = Array.from(
      { length: 501 },
      (_, number) =>
        `<http://example.org/n${number}> a <http://www.w3.org/2004/02/skos/core#Concept> .`,
    );
    await workshop.importText(concepts.join('\n'));
    const addedConcept = `<http://example.org/more> a <http://www.w3.org/2004/02/skos/core#Concept> .`;
    const exporting = exportConcepts(workshop.stack.dataApi, {
      roots: null,
      format: 'n-triples',
      literals: 'plain',
      baseUrl: 'http://own.example',
    });
    await exporting.next();
    await workshop.importText(addedConcept);
    await expect(Array.fromAsync(exporting)).rejects.toMatchObject({
      code: 'changed_while_exporting',
    });
  });

  it('contains a concept without a stored URI under the base URL of the service', async () => {
    const id = parseConceptId('00000000-0000-4000-8000-000000000099');
    await workshop.importText(`<http://x/${id}> a <http://www.w3.org/2004/02/skos/core#Concept> .`);
    await workshop.stack.owner.write({
      text: 'update concept set legacy_id = null',
      parameters: [],
    });
    const text = await workshop.exportText();
    expect(text).toContain(`<http://own.example/concepts/${id}>`);
    expect((await workshop.importText(text, 'turtle', 'overwrite')).changes).toBe(1);
  });
});
