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
import { tree } from '../../rdf/arbitrary-tree.ts';
import { statementsOf } from '../../rdf/judges.ts';
import { documentWithContext, documentWithoutContext } from './arbitrary-document.ts';
import { baseUrl, byJsonLd, saidByUs } from './oracle.ts';
import { at, options } from './reading.ts';

/** Whether the service refuses on purpose what JSON-LD accepts, or what jsonld.js accepts against JSON-LD. */
function isStricter({ code, message }: DocumentProblem): boolean {
  return (
    code === 'misplaced_keyword' ||
    (code === 'unknown_term' && /^No context gives "(_:|@|[^/#?:.]*")/.test(message)) ||
    message.startsWith('By id or class there are nodes') ||
    message.startsWith('@base is')
  );
}

/** The expanded nodes of a document, before they are linked to a tree. */
function expanded(document: unknown): {
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
  ])('%s is expanded like by jsonld.js, or refused by both', async (_, documents, share) => {
    const runs = 1000;
    let agreed = 0;
    await fc.assert(
      fc.asyncProperty(documents, async (inside) => {
        const document = { '@id': 'http://root.example/', 'http://root.example/p': inside };
        const { nodes, problems } = expanded(document);
        const byJsonLdResult = await byJsonLd(document, { safe: !problems.isEmpty });
        // jsonld.js also checks contexts that are not used.
        fc.pre(byJsonLdResult !== 'invalid scoped context');
        if (problems.isEmpty) agreed += 1;
        const isRefusedByBoth =
          typeof byJsonLdResult === 'string' || problems.first.some(isStricter);
        expect(problems.isEmpty ? nodes.map(saidByUs) : isRefusedByBoth).toEqual(
          problems.isEmpty ? byJsonLdResult : true,
        );
      }),
      { numRuns: runs },
    );
    expect(agreed).toBeGreaterThan(runs * share);
  });

  it.each([
    ['with contexts', documentWithContext],
    ['without contexts', documentWithoutContext],
  ])('%s is expanded with pointers to the right values', (_, documents) => {
    fc.assert(
      fc.property(documents, (document) => {
        const { nodes, problems } = expanded(document);
        for (const node of nodes) expectRightPointers(node, document);
        for (const { pointer } of problems.first) expect(() => at(document, pointer)).not.toThrow();
      }),
      { numRuns: 1500 },
    );
  });

  it('that the service has written is read as the same statements', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const read = expandDocument(parseLossless(writeJsonLd(root)), options);
        expect(read.kind === 'node' && statementsOf(read.node)).toEqual(statementsOf(root));
      }),
      { numRuns: 500 },
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
  const written = at(document, node.pointer);
  expect(isObject(written) || typeof written === 'string').toBe(true);
  for (const { pointer, values } of node.properties) {
    expect(() => at(document, pointer)).not.toThrow();
    expect(
      values.filter((value) => value.kind === 'literal' && !isWritten(value, document)),
    ).toEqual([]);
    for (const value of values) if (value.kind === 'node') expectRightPointers(value, document);
  }
}

/** Whether the text of a literal is at its pointer, either directly or in an object with `@value`. */
function isWritten({ value, datatype, pointer }: IncomingLiteral, document: unknown): boolean {
  const written = at(document, pointer);
  const candidates = isObject(written) ? [written, ...Object.values(written)] : [written];
  return candidates.some(
    (candidate) =>
      candidate === value || (isText(value, datatype) && JSON.stringify(candidate) === value),
  );
}

/** Whether JSON writes a literal as the same text. */
const isText = (value: string, datatype: string | undefined): boolean =>
  datatype === rdf.json || /^(true|false|-?[\d.]+)$/.test(value);
