import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming-value.ts';
import { xsd } from '../../../../lib/rdf/vocabulary.ts';
import { parseStatements, statementsOf } from '../../rdf/outside-parsers.ts';
import { baseUrl, detailedProblemsOf, problemsOf, read } from './reading.ts';

const p = 'urn:x:p';
const q = 'urn:x:q';
const resource = `${baseUrl}/resources/0d3a7c2e-6f0b-4a9e-8a56-1b9a2f3c4d5e`;

/** A tree as nested lists: the id of each node, followed by its values. */
interface Branch extends ReadonlyArray<NestedList> {}
type NestedList = string | Branch;

function toNestedList(value: IncomingValue): NestedList {
  if (value.kind === 'literal') return value.value;
  const values = value.properties.flatMap((property) => property.values);
  return [value.id, ...values.map(toNestedList)];
}

const treeOf = (document: unknown): NestedList => toNestedList(read(document));
const graph = (...nodes: readonly object[]): object => ({ '@graph': nodes });
const reference = (id: string): object => ({ '@id': id });

describe('nodes that refer to one another', () => {
  it('are linked by their ids, in any order', () => {
    const document = graph(
      { '@id': 'urn:x:c', [p]: 'text' },
      { '@id': 'urn:x:a', [p]: [reference('urn:x:b'), 'a'] },
      { '@id': 'urn:x:b', '@type': 'urn:x:B', [p]: reference('urn:x:c') },
    );
    expect(treeOf(document)).toEqual(['urn:x:a', ['urn:x:b', ['urn:x:c', 'text']], 'a']);
  });

  it('have the pointer of the reference, and their properties have the pointer of the description', () => {
    const document = graph(
      { '@id': 'urn:x:a', [p]: { '@id': 'urn:x:b', '@type': 'urn:x:C' } },
      { '@id': 'urn:x:b', '@type': 'urn:x:B', [q]: ['text'] },
    );
    expect(read(document)).toMatchObject({
      pointer: '/@graph/0',
      properties: [
        {
          values: [
            {
              id: 'urn:x:b',
              types: ['urn:x:C', 'urn:x:B'],
              pointer: '/@graph/0/urn:x:p',
              properties: [
                {
                  predicate: q,
                  pointer: '/@graph/1/urn:x:q',
                  values: [{ value: 'text', pointer: '/@graph/1/urn:x:q/0' }],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('may be blank nodes, which lose their id', () => {
    const document = graph(
      {
        '@id': '_:root',
        [p]: [reference('_:b'), reference('_:nothing'), { '@id': '_:c', [q]: 'c' }],
      },
      { '@id': '_:b', [q]: 'b' },
    );
    expect(treeOf(document)).toEqual(['', ['', 'b'], [''], ['', 'c']]);
  });

  it('are also linked if they are described within other nodes', () => {
    const document = {
      '@id': resource,
      [p]: [{ '@id': 'urn:x:concept', [q]: 'Mill' }, reference('urn:x:concept')],
      [q]: { '@id': 'urn:x:b', [p]: reference('urn:x:concept') },
    };
    const concept = ['urn:x:concept', 'Mill'];
    expect(treeOf(document)).toEqual([resource, concept, concept, ['urn:x:b', concept]]);
  });

  it('are not merged if two values describe the same node', () => {
    const document = {
      [p]: [
        { '@id': 'urn:x:c', [q]: 'a' },
        { '@id': 'urn:x:c', [q]: 'b' },
      ],
    };
    expect(treeOf(document)).toEqual(['', ['urn:x:c', 'a'], ['urn:x:c', 'b']]);
  });

  it('have the properties of all their descriptions, without duplicates', () => {
    const document = graph(
      { '@id': 'urn:x:a', [p]: [reference('urn:x:b'), 'one', 'one'] },
      { '@id': 'urn:x:a', [p]: ['one', 'two', { '@id': 'urn:x:b', [q]: 'x' }] },
      { '@id': 'urn:x:b', [q]: ['x', { '@value': 'x', '@language': 'en' }, {}, {}] },
      { '@id': 'urn:x:b', [q]: [{ '@value': 'x', '@language': 'EN' }, {}] },
    );
    expect(treeOf(document)).toEqual([
      'urn:x:a',
      ['urn:x:b', 'x', 'x', [''], [''], ['']],
      'one',
      'one',
      'two',
    ]);
  });

  it('combine a nested description with a description in the graph', () => {
    const document = graph(
      { '@id': 'urn:x:a', [p]: { '@id': 'urn:x:b', [p]: 'inside' } },
      { '@id': 'urn:x:b', [q]: 'beside' },
    );
    expect(treeOf(document)).toEqual(['urn:x:a', ['urn:x:b', 'inside', 'beside']]);
  });

  it('end with a reference if they form a cycle', () => {
    const document = graph(
      { '@id': 'urn:x:a', [p]: reference('urn:x:b') },
      { '@id': 'urn:x:b', [p]: [reference('urn:x:c'), reference('urn:x:b')] },
      { '@id': 'urn:x:c', [p]: [reference('urn:x:b'), reference('urn:x:a')] },
      { '@id': resource, [p]: reference('urn:x:a') },
    );
    expect(treeOf(document)).toEqual([
      resource,
      ['urn:x:a', ['urn:x:b', ['urn:x:c', ['urn:x:b'], ['urn:x:a']], ['urn:x:b']]],
    ]);
  });

  it('may refer to the node of the document itself', () => {
    const document = { '@id': resource, [p]: [reference(resource), { [q]: reference(resource) }] };
    expect(treeOf(document)).toEqual([resource, [resource], ['', [resource]]]);
  });

  it('have the resource instance as root if every node is referred to', () => {
    const document = graph(
      { '@id': 'urn:x:a', [p]: reference(resource) },
      { '@id': resource, [p]: reference('urn:x:a') },
    );
    expect(treeOf(document)).toEqual([resource, ['urn:x:a', [resource]]]);
  });

  it('have the resource instance as root if the other nodes have no properties', () => {
    const document = graph(
      { '@id': 'urn:x:concept', '@type': 'urn:x:C' },
      { '@id': resource, [p]: 'a' },
      reference('urn:x:b'),
    );
    expect(treeOf(document)).toEqual([resource, 'a']);
  });

  it('are refused if a node with properties cannot be reached from the root', () => {
    const document = graph(
      { '@id': resource, [p]: 'a' },
      { '@id': 'urn:x:b', [p]: 'b' },
      { [p]: 'c' },
    );
    expect(problemsOf(document)).toEqual([
      'unreachable_node /@graph/1',
      'unreachable_node /@graph/2',
    ]);
  });

  it('are refused if a cycle of nodes cannot be reached from the root', () => {
    const document = graph(
      { '@id': resource, [p]: 'a' },
      { '@id': 'urn:x:b', [p]: reference('urn:x:c') },
      { '@id': 'urn:x:c', [p]: reference('urn:x:b') },
    );
    expect(problemsOf(document)).toEqual([
      'unreachable_node /@graph/1',
      'unreachable_node /@graph/2',
    ]);
  });

  it.each([
    ['no resource instance', 'urn:x:a', 'urn:x:b'],
    ['two resource instances', resource, `${resource.slice(0, -1)}f`],
    ['a resource instance of another service', resource.replace('heritage', 'other'), 'urn:x:b'],
    ['no ids', null, null],
  ])(
    'are refused as several documents if no reference connects them: %s',
    (_, firstId, secondId) => {
      const nodes = [
        { '@id': firstId, [p]: 'a' },
        { '@id': secondId, [p]: 'b' },
      ];
      expect(problemsOf({ '@graph': nodes })).toEqual(['several_roots /@graph/1']);
      expect(problemsOf(nodes)).toEqual(['several_documents /1']);
    },
  );

  it('are refused if each refers to another and none is a resource instance, and the message says so', () => {
    const document = graph(
      { '@id': 'urn:x:a', [p]: reference('urn:x:b') },
      { '@id': 'urn:x:b', [p]: reference('urn:x:a') },
    );
    expect(detailedProblemsOf(document)).toMatchObject([
      {
        code: 'several_roots',
        message: expect.stringMatching(/^The nodes urn:x:a, urn:x:b refer to one another/),
      },
    ]);
  });

  it('may be in a list, as in flattened documents', () => {
    const document = [
      { '@id': '_:b0', [p]: [{ '@value': 'a' }] },
      { '@id': resource, [p]: [reference('_:b0')] },
    ];
    expect(treeOf(document)).toEqual([resource, ['', 'a']]);
  });

  it('are read as the statements that jsonld.js reads', async () => {
    await fc.assert(
      fc.asyncProperty(linkedNodes, async (nodes) => {
        const document = graph(...nodes);
        const node: IncomingNode = read(document);
        const statements = statementsOf(node);
        expect(statements).toEqual(await parseStatements('json-ld', JSON.stringify(document)));
      }),
      { numRuns: 300 },
    );
  });
});

const id = (place: number): string => `urn:x:${place}`;

/** Nodes in any order, all reachable from the first; some are nested in others. */
const linkedNodes: fc.Arbitrary<readonly object[]> = fc
  .array(
    fc.record({
      parent: fc.nat(),
      others: fc.array(fc.nat(), { maxLength: 2 }),
      texts: fc.array(fc.constantFrom('a', 'b', 5, { '@value': '1', '@type': xsd.date }), {
        maxLength: 2,
      }),
      isNested: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((plans) => {
    const nodes = plans.map(({ texts }, place) => ({
      '@id': id(place),
      '@type': 'urn:x:C',
      [p]: [...texts] as unknown[],
      [q]: [] as unknown[],
    }));
    const topNodes = [nodes[0]];
    for (const [place, { parent, others, isNested }] of plans.entries()) {
      const node = nodes[place];
      node?.[q].push(
        ...others
          .filter((other) => other % 3 > 0)
          .map((other) => reference(id(other % plans.length || 1))),
      );
      if (place === 0) continue;
      nodes[parent % place]?.[q].push(isNested ? node : reference(id(place)));
      if (!isNested) topNodes.push(node);
    }
    return topNodes.filter((node) => node !== undefined);
  })
  .filter((nodes) => nodes.length > 0)
  .chain((nodes) => fc.shuffledSubarray([...nodes], { minLength: nodes.length }));
