import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bundledContexts } from '../../../../lib/json-ld/contexts/bundled.ts';
import { ContextProcessor } from '../../../../lib/json-ld/expand/context-processor.ts';
import { expandDocument, expandNodes } from '../../../../lib/json-ld/expand/expand-document.ts';
import { encodeIri } from '../../../../lib/json-ld/expand/iris.ts';
import { ProblemCollector } from '../../../../lib/json-ld/expand/problem-collector.ts';
import type { IncomingLiteral, IncomingNode } from '../../../../lib/json-ld/incoming-value.ts';
import { writeJsonLd } from '../../../../lib/json-ld/write-json-ld.ts';
import type { DocumentProblem } from '../../../../lib/model/change/document-problem.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { toIri } from '../../../../lib/rdf/iri.ts';
import { rdf } from '../../../../lib/rdf/vocabulary.ts';
import { runCount } from '../../../support/random/run-count.ts';
import { arbitraryTree } from '../../rdf/arbitrary-tree.ts';
import { statementsOf } from '../../rdf/outside-parsers.ts';
import { documentWithContext, documentWithoutContext } from './arbitrary-document.ts';
import { baseUrl, expandWithJsonLdJs, asExpandedJsonLd } from './oracle.ts';
import { valueAt, options } from './reading.ts';

/** Whether the service refuses on purpose what JSON-LD allows, or what jsonld.js accepts although JSON-LD forbids it. */
function isRefusedOnPurpose({ code, message }: DocumentProblem): boolean {
  return (
    code === 'misplaced_keyword' ||
    (code === 'unknown_term' && /^No context gives "(_:|@|[^/#?:.]*")/.test(message)) ||
    message.startsWith('Values by id or class must be nodes') ||
    message.startsWith('@base must be')
  );
}

/** The expanded nodes of a document, before they are linked to a tree. */
function expandUnlinked(document: unknown): {
  nodes: readonly IncomingNode[];
  problems: ProblemCollector;
} {
  const problems = new ProblemCollector();
  const contexts = new ContextProcessor(problems, bundledContexts([]), `${baseUrl}/`);
  return { nodes: expandNodes(document, problems, contexts), problems };
}

describe('a document', () => {
  it.each([
    ['with contexts', documentWithContext, 0.3],
    ['without contexts', documentWithoutContext, 0.9],
  ])(
    '%s is expanded to the result of jsonld.js, or is refused by both or by the service on purpose',
    async (_, documents, minimumShare) => {
      const runs = runCount(1000, 400);
      let acceptedCount = 0;
      await fc.assert(
        fc.asyncProperty(documents, async (value) => {
          const document = { '@id': 'http://root.example/', 'http://root.example/p': value };
          const { nodes, problems } = expandUnlinked(document);
          const resultOfJsonLdJs = await expandWithJsonLdJs(document, { safe: !problems.isEmpty });
          // jsonld.js also checks contexts that are not used.
          fc.pre(resultOfJsonLdJs !== 'invalid scoped context');
          if (problems.isEmpty) acceptedCount += 1;
          const isRefusedRightly =
            typeof resultOfJsonLdJs === 'string' || problems.firstProblems.some(isRefusedOnPurpose);
          expect(problems.isEmpty ? nodes.map(asExpandedJsonLd) : isRefusedRightly).toEqual(
            problems.isEmpty ? resultOfJsonLdJs : true,
          );
        }),
        runs,
      );
      expect(acceptedCount).toBeGreaterThan(runs.numRuns * minimumShare);
    },
  );

  it.each([
    ['with contexts', documentWithContext],
    ['without contexts', documentWithoutContext],
  ])('%s is expanded to values with pointers to their places in the document', (_, documents) => {
    fc.assert(
      fc.property(documents, (document) => {
        const { nodes, problems } = expandUnlinked(document);
        for (const node of nodes) expectRightPointers(node, document);
        for (const { pointer } of problems.firstProblems)
          expect(() => valueAt(document, pointer)).not.toThrow();
      }),
      runCount(1500, 500),
    );
  });

  it('that the service has written is read back as the same statements', () => {
    fc.assert(
      fc.property(arbitraryTree, (root) => {
        const read = expandDocument(parseLossless(writeJsonLd(root)), options);
        expect(read.kind === 'node' && statementsOf(read.node)).toEqual(statementsOf(root));
      }),
      runCount(500, 150),
    );
  });
});

describe('encodeIri', () => {
  it('returns the same IRI as toIri for any text', () => {
    const parts = fc.constantFrom(
      'http:',
      'urn:',
      '//',
      '/',
      'a',
      '#',
      '?',
      ':',
      '8',
      '[',
      '%41',
      '%',
      'é',
      ' ',
      '@',
    );
    fc.assert(
      fc.property(fc.array(parts), (texts) => {
        const text = `a:${texts.join('')}`;
        expect(encodeIri(text)).toBe(toIri(text));
        expect(encodeIri(`http://${text}`)).toBe(toIri(`http://${text}`));
      }),
      { numRuns: 3000 },
    );
  });
});

/** Expects that every pointer of a node leads to its value in the document. */
function expectRightPointers(node: IncomingNode, document: unknown): void {
  const valueAtPointer = valueAt(document, node.pointer);
  expect(isObject(valueAtPointer) || typeof valueAtPointer === 'string').toBe(true);
  for (const { pointer, values } of node.properties) {
    expect(() => valueAt(document, pointer)).not.toThrow();
    expect(
      values.filter((value) => value.kind === 'literal' && !isAtPointer(value, document)),
    ).toEqual([]);
    for (const value of values) if (value.kind === 'node') expectRightPointers(value, document);
  }
}

/** Whether the text of a literal is at its pointer, either directly or in an object with `@value`. */
function isAtPointer({ value, datatype, pointer }: IncomingLiteral, document: unknown): boolean {
  const written = valueAt(document, pointer);
  const candidates = isObject(written) ? [written, ...Object.values(written)] : [written];
  return candidates.some(
    (candidate) =>
      candidate === value || (isJsonText(value, datatype) && JSON.stringify(candidate) === value),
  );
}

/** Whether the value of a literal is JSON text, as it stands in the document. */
const isJsonText = (value: string, datatype: string | undefined): boolean =>
  datatype === rdf.json || /^(true|false|-?[\d.]+)$/.test(value);
