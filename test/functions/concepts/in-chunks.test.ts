import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ChangedWhileReading } from '../../../lib/data-api/chunks.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { Execute } from '../../../lib/data-api/query.ts';
import { createConceptWriter } from '../../../lib/http/concepts/concept-document.ts';
import { parseConceptId } from '../../../lib/model/ids.ts';
import {
  defaultReadLimits,
  type ConceptReadOptions,
} from '../../../lib/queries/concepts/concept-read-options.ts';
import { readConcept } from '../../../lib/queries/concepts/read-concept.ts';
import { readContents } from '../../../lib/queries/concepts/read-contents.ts';
import { buildConceptGraph } from '../../../lib/serializers/concepts/concept-graph.ts';
import { writeConcept } from '../../../lib/serializers/concepts/concept-writer.ts';
import { rdfFormatNames, type RdfFormatName } from '../../../lib/rdf/formats.ts';
import { runCount } from '../../support/random/run-count.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { buildNaiveDocument, readNaively, type NaiveOptions } from './naive-document.ts';
import { wholeConceptRequest, id } from './thesaurus.ts';
import { labelLanguages } from '../../../lib/model/concepts/label-languages.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
});

afterAll(async () => service?.close());

type ReadLimits = typeof defaultReadLimits;

/** The first call only finds that there is more data; each further call reads one concept. */
const tinyLimits: ReadLimits = { maxRelations: 0, positionsPerCall: 1, contentBytesPerCall: 1 };
const smallLimits: ReadLimits = { maxRelations: 5, positionsPerCall: 3, contentBytesPerCall: 700 };

const allOptions: NaiveOptions = {
  sub: true,
  parents: true,
  related: true,
  depth: undefined,
  language: 'en',
};

/** Writes the document about concept 0, read in as many calls as the limits require. */
async function writeDocument(
  limits: ReadLimits,
  format: 'json' | RdfFormatName,
  documentOptions: NaiveOptions,
  execute: Execute = service.stack.dataApi.read,
): Promise<string> {
  const options = {
    baseUrl,
    includeSubConcepts: documentOptions.sub,
    includeParentConcepts: documentOptions.parents,
    includeRelatedConcepts: documentOptions.related,
    depthLimit: documentOptions.depth,
  };
  const source: ConceptReadOptions = {
    execute,
    caller: null,
    request: {
      ...wholeConceptRequest,
      ...options,
      ...labelLanguages([documentOptions.language], 'en-US'),
      includesStatements: format !== 'json',
    },
    ...limits,
  };
  const readResult = await readConcept(source, parseConceptId(id(0)), Infinity);
  const graph = buildConceptGraph(readResult.positions);
  const top = graph.get(id(0));
  if (top === undefined) throw new Error('The concept was not found.');
  const writer = createConceptWriter(
    { graph, top, members: readResult.members },
    { format, options },
  );
  const parts = writeConcept(readContents(source, readResult, writer.listFragments()), writer);
  return (await Array.fromAsync(parts)).join('');
}

const conceptNumber = fc.integer({ min: 0, max: 6 });

const thesauri = fc.record({
  relations: fc.uniqueArray(
    fc.tuple(
      conceptNumber,
      fc.constantFrom(
        'narrower',
        'narrower',
        'hasTopConcept',
        'related',
        'closeMatch',
        'broadMatch',
      ),
      conceptNumber,
    ),
    { maxLength: 12, selector: (relation) => relation.join(' ') },
  ),
  values: fc.array(
    fc.tuple(
      conceptNumber,
      fc.constantFrom('prefLabel', 'altLabel', 'hiddenLabel', 'scopeNote', 'sortorder', 'min_year'),
      fc.constantFrom('en', 'en-GB', 'de', 'fr', null),
      fc.constantFrom('b 2', 'b 10', 'A', 'É "quoted"\n', 'Ё', ''),
    ),
    { maxLength: 16 },
  ),
  options: fc.record({
    sub: fc.boolean(),
    parents: fc.boolean(),
    related: fc.boolean(),
    depth: fc.constantFrom(undefined, 0, 1, 2, 12),
    language: fc.constantFrom('en', 'de', 'fr-CA'),
  }),
});

type Thesaurus = { readonly relations: readonly unknown[]; readonly values: readonly unknown[] };

async function writeThesaurus({ relations, values }: Thesaurus): Promise<void> {
  const json = (rows: readonly unknown[]): string => `'${JSON.stringify(rows)}'::jsonb`;
  const idOf = (number: string): string =>
    `('00000000-0000-4000-8000-' || lpad(${number}, 12, '0'))::uuid`;
  await service.stack.owner.write(rawSql('delete from concept'));
  await service.stack.owner.write(
    rawSql(`insert into concept (concept_id, node_type, legacy_id)
      select ${idOf('n::text')}, case n when 2 then 'ConceptScheme' else 'Concept' end, case n when 3 then 'http://example.org/3' end
      from generate_series(0, 6) n`),
  );
  await service.stack.owner.write(
    rawSql(`insert into concept_value (value_id, concept_id, value_type, language_id, value)
      select ('1' || substr(${idOf('n::text')}::text, 2))::uuid, ${idOf('v ->> 0')}, v ->> 1, v ->> 2, v ->> 3
      from jsonb_array_elements(${json(values)}) with ordinality x (v, n)`),
  );
  await service.stack.owner.write(
    rawSql(`insert into concept_relation (from_concept_id, relation_type, to_concept_id)
      select ${idOf('r ->> 0')}, r ->> 1, ${idOf('r ->> 2')}
      from jsonb_array_elements(${json(relations)}) r`),
  );
}

describe('any thesaurus', () => {
  it('is written as the JSON of the specification, whether it is read in one call or in many', async () => {
    await fc.assert(
      fc.asyncProperty(thesauri, async ({ options, ...thesaurus }) => {
        await writeThesaurus(thesaurus);
        const document = buildNaiveDocument(
          await readNaively(service.stack.dataApi),
          id(0),
          options,
        );
        const expected = JSON.stringify(document);
        for (const limits of [defaultReadLimits, smallLimits, tinyLimits]) {
          expect(await writeDocument(limits, 'json', options)).toBe(expected);
        }
      }),
      runCount(40, 15),
    );
  });

  it('is written in any RDF format: one call and many calls result in the same document', async () => {
    await fc.assert(
      fc.asyncProperty(
        thesauri,
        fc.constantFrom(...rdfFormatNames),
        async ({ options, ...thesaurus }, format) => {
          await writeThesaurus(thesaurus);
          const expected = await writeDocument(defaultReadLimits, format, options);
          for (const limits of [smallLimits, tinyLimits]) {
            expect(await writeDocument(limits, format, options)).toBe(expected);
          }
        },
      ),
      runCount(30, 12),
    );
  });
});

describe('a change while a document is read', () => {
  const thesaurus: Thesaurus = {
    relations: [
      [0, 'narrower', 1],
      [1, 'narrower', 2],
      [1, 'narrower', 3],
      [3, 'related', 4],
    ],
    values: [0, 1, 2, 3, 4].map((concept) => [concept, 'prefLabel', 'en', `Before ${concept}`]),
  };

  it.each(['json', 'turtle'] as const)(
    'aborts the reading in %s, unless the document has only old or only new values',
    async (format) => {
      let brokenCount = 0;
      for (let changedCall = 1; ; changedCall += 1) {
        await writeThesaurus(thesaurus);
        const before = await writeDocument(defaultReadLimits, format, allOptions);
        let calls = 0;
        const executeWithChange: Execute = async (statement) => {
          calls += 1;
          if (calls === changedCall) {
            await service.stack.owner.write(
              rawSql("update concept_value set value = replace(value, 'Before', 'After')"),
            );
          }
          return service.stack.dataApi.read(statement);
        };
        const result = await writeDocument(tinyLimits, format, allOptions, executeWithChange).catch(
          (error: unknown) => {
            if (error instanceof ChangedWhileReading) return 'broken';
            throw error;
          },
        );
        expect([before, before.replaceAll('Before', 'After'), 'broken']).toContain(result);
        if (result === 'broken') brokenCount += 1;
        if (calls < changedCall) break;
      }
      expect(brokenCount).toBeGreaterThan(0);
    },
  );
});
