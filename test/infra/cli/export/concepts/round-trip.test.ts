import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { parseConceptId } from '../../../../../lib/model/ids.ts';
import { exportConcepts } from '../../../../../infra/cli/export/concepts/export-concepts.ts';
import { conceptIdFromUri } from '../../../../../infra/cli/import/concepts/concept-id.ts';
import { rdfFormatNames } from '../../../../../lib/rdf/formats.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { arbitraryThesaurus } from './arbitrary-thesaurus.ts';
import { everyFeature } from './every-feature.ts';
import { converted, outsideTriples } from './outside-triples.ts';
import { openThesaurusWorkshop, type ThesaurusWorkshop } from './thesaurus-workshop.ts';

let workshop: ThesaurusWorkshop;

beforeAll(async () => {
  workshop = await openThesaurusWorkshop();
});

beforeEach(async () => workshop.empty());

afterAll(async () => workshop.close());

const ex = (name: string) => conceptIdFromUri(`http://example.org/${name}`);

describe('a thesaurus with every feature', () => {
  it.each(rdfFormatNames)('comes in from %s and goes out triple for triple', async (format) => {
    const { problems } = await workshop.take(converted(everyFeature, format), format);
    expect(problems.map(({ code }) => code)).toEqual(['unlabelled_concepts']);
    for (const out of rdfFormatNames) {
      const text = await workshop.exported({ format: out });
      expect(outsideTriples(text, out)).toEqual(outsideTriples(everyFeature, 'turtle'));
    }
  });

  it.each(rdfFormatNames)('changes nothing when its export comes in again: %s', async (format) => {
    await workshop.take(everyFeature);
    const before = await workshop.rows();
    const text = await workshop.exported({ format });
    for (const mode of ['merge', 'overwrite'] as const) {
      expect((await workshop.take(text, format, mode)).changes).toBe(0);
    }
    expect(await workshop.rows()).toEqual(before);
  });

  it('has the same rows after its export came into an empty database', async () => {
    await workshop.take(everyFeature);
    const { last_change: _, ...before } = await workshop.rows();
    const text = await workshop.exported();
    await workshop.empty();
    await workshop.take(text);
    expect(await workshop.rows()).toMatchObject(before);
  });

  it('gives the same bytes each time', async () => {
    await workshop.take(everyFeature);
    const first = await workshop.exported();
    await workshop.empty();
    await workshop.take(first);
    expect(await workshop.exported()).toBe(first);
  });
});

describe('a thesaurus for other software, with plain literals', () => {
  const skos = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n';
  const plain = async (): Promise<readonly string[]> =>
    outsideTriples(await workshop.exported({ literals: 'plain' }), 'turtle');
  const said = (one: string, term: string, other: string): string =>
    `<http://example.org/${one}> <http://www.w3.org/2004/02/skos/core#${term}> <http://example.org/${other}>`;

  it('has texts as they are', async () => {
    await workshop.take(everyFeature);
    const text = await workshop.exported({ literals: 'plain' });
    expect(text).toContain('"barn"@en');
    expect(text).not.toContain('"value');
  });

  it('has all that files stated', async () => {
    await workshop.take(everyFeature);
    const told = new Set(await plain());
    const stated = outsideTriples(everyFeature, 'turtle').filter((line) => !line.includes('value'));
    expect(stated.filter((line) => !told.has(line))).toEqual([]);
  });

  type Stated = readonly [one: string, term: string, other: string];
  const cases: readonly (readonly [statement: string, told: Stated, inverse: Stated])[] = [
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
    'tells both directions of what one file stated: %s',
    async (statement, told, inverse) => {
      await workshop.take(
        `${skos}@prefix ex: <http://example.org/> .\nex:s a skos:ConceptScheme . ex:a a skos:Concept . ex:b a skos:Concept . ${statement} .`,
      );
      expect(await plain()).toEqual(expect.arrayContaining([said(...told), said(...inverse)]));
    },
  );

  it('has the label of a scheme as its title and as its prefLabel', async () => {
    await workshop.take(
      `${skos}<http://example.org/s> a skos:ConceptScheme ; <http://purl.org/dc/terms/title> "Things"@en .`,
    );
    const [label, , title] = (await plain()).toSorted().toReversed();
    expect([label, title].join('\n')).toMatch(/skos\/core#prefLabel> "Things"@en/);
    expect((await plain()).join('\n')).toMatch(/dc\/terms\/title> "Things"@en/);
  });

  it('comes in again as what it says, and goes out as the same from then on', async () => {
    await workshop.take(everyFeature);
    const before = await workshop.rows();
    const text = await workshop.exported({ literals: 'plain' });
    await workshop.take(text);
    const ids = (rows: typeof before): unknown => rows['concept'];
    expect(ids(await workshop.rows())).toEqual(ids(before));
    expect(await workshop.exported({ literals: 'plain' })).toBe(text);
    expect((await workshop.take(text)).changes).toBe(0);
    await workshop.empty();
    await workshop.take(text);
    expect(await workshop.exported({ literals: 'plain' })).toBe(text);
  });
});

describe('what one file says to be a concept and another to be a scheme or collection', () => {
  const skos =
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix dcterms: <http://purl.org/dc/terms/> .\n';
  const both = [
    `${skos}<http://example.org/a> a skos:Concept ; skos:prefLabel "a"@en ; skos:scopeNote "n" .`,
    `${skos}<http://example.org/a> a skos:ConceptScheme ; dcterms:title "t"@fr ; skos:note "m" .`,
  ];

  it.each([[both], [both.toReversed()]])(
    'goes out with all of it, whatever came first',
    async (files) => {
      for (const file of files) await workshop.take(file);
      const expected = outsideTriples(both.join('\n'), 'turtle');
      expect(outsideTriples(await workshop.exported(), 'turtle')).toEqual(expected);
      for (const file of files) expect((await workshop.take(file)).changes).toBe(0);
      await workshop.empty();
      await workshop.take(both.join('\n'));
      expect(outsideTriples(await workshop.exported(), 'turtle')).toEqual(expected);
    },
  );
});

describe('any thesaurus', () => {
  it('goes out as it came in, and changes nothing when it comes in again', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryThesaurus, async (turtle) => {
        await workshop.empty();
        await workshop.take(turtle);
        const before = await workshop.rows();
        const text = await workshop.exported();
        expect(outsideTriples(text, 'turtle')).toEqual(outsideTriples(turtle, 'turtle'));
        expect((await workshop.take(text)).changes).toBe(0);
        expect((await workshop.take(text, 'turtle', 'overwrite')).changes).toBe(0);
        const { last_change: _, ...rows } = before;
        await workshop.empty();
        await workshop.take(text);
        expect(await workshop.rows()).toMatchObject(rows);
      }),
      { numRuns: triesAllCases ? 30 : 10 },
    );
  });
});

describe('a part of the thesaurus', () => {
  const subjects = (text: string) =>
    new Set(outsideTriples(text, 'turtle').map((line) => line.slice(0, line.indexOf(' '))));
  const uris = (...names: readonly string[]) =>
    new Set(names.map((name) => `<http://example.org/${name}>`));

  it('is a scheme with all that is in it, stated or below a top concept', async () => {
    await workshop.take(everyFeature);
    const text = await workshop.exported({ roots: [ex('buildings')] });
    const barn = 'concepts/00000000-0000-4000-8000-000000000001';
    expect(subjects(text)).toEqual(
      uris('buildings', 'building', 'mill', 'windmill', 'tower', 'mills', 'untyped', barn),
    );
  });

  it('is a collection with its members, all the way down', async () => {
    await workshop.take(everyFeature);
    const text = await workshop.exported({ roots: [ex('mills')] });
    expect(subjects(text)).toEqual(uris('mills', 'mill', 'windmill', 'by-height', 'tower'));
    const again = await workshop.exported({ roots: [ex('mills')] });
    await workshop.empty();
    await workshop.take(text);
    expect(await workshop.exported({ roots: [ex('mills')] })).toBe(again);
  });

  it('goes on over as many pages as there are', async () => {
    const concepts = Array.from(
      { length: 1100 },
      (_, number) =>
        `<http://example.org/n${number}> a <http://www.w3.org/2004/02/skos/core#Concept> ; <http://www.w3.org/2004/02/skos/core#topConceptOf> <http://example.org/s> .`,
    );
    await workshop.take(concepts.join('\n'));
    const pages: number[] = [];
    for (const roots of [null, [ex('s')]]) {
      const text = await workshop.exported({ roots, onPage: (amount) => pages.push(amount) });
      expect(outsideTriples(text, 'turtle')).toHaveLength(2200);
    }
    expect(pages).toEqual([500, 500, 101, 500, 500, 101]);
  });

  it('is not written where the thesaurus changes meanwhile', async () => {
    const concepts = Array.from(
      { length: 501 },
      (_, number) =>
        `<http://example.org/n${number}> a <http://www.w3.org/2004/02/skos/core#Concept> .`,
    );
    await workshop.take(concepts.join('\n'));
    const more = `<http://example.org/more> a <http://www.w3.org/2004/02/skos/core#Concept> .`;
    const write = exportConcepts(workshop.stack.data, {
      roots: null,
      format: 'n-triples',
      literals: 'plain',
      baseUrl: 'http://own.example',
    });
    await write.next();
    await workshop.take(more);
    await expect(Array.fromAsync(write)).rejects.toMatchObject({
      code: 'changed_while_exporting',
    });
  });

  it('is told under our own URI where a concept came under none', async () => {
    const id = parseConceptId('00000000-0000-4000-8000-000000000099');
    await workshop.take(`<http://x/${id}> a <http://www.w3.org/2004/02/skos/core#Concept> .`);
    await workshop.stack.owner.write({
      text: 'update concept set legacy_id = null',
      parameters: [],
    });
    const text = await workshop.exported();
    expect(text).toContain(`<http://own.example/concepts/${id}>`);
    expect((await workshop.take(text, 'turtle', 'overwrite')).changes).toBe(1);
  });
});
