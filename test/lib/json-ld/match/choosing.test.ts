import { describe, expect, it } from 'vitest';

import { crm } from '../mill.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import {
  codesOf,
  conceptUri,
  conceptValue,
  dateClass,
  graphType,
  match,
  modelOf,
  namesOfMatchedNodes,
  nodeUri,
  problemsOf,
  rdfValue,
  resource,
  rootClass,
  textClass,
  tilesOf,
  inputOf,
  type NodeSketch,
} from './small-models.ts';

const xsd = (name: string): string => `http://www.w3.org/2001/XMLSchema#${name}`;
const note = crm('P3_has_note');
const hasType = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const thing = crm('E24_Physical_Man-Made_Thing');

describe('if several nodes have the property of a value, the node of the value is chosen', () => {
  const twins = {
    first: { property: note, tiles: '1' },
    second: { property: note, tiles: '1' },
  } as const;

  it('by the node id in its @id, before any other rule', () => {
    const model = modelOf(twins);
    const value = { '@id': nodeUri(1, model.idOf('second')), [rdfValue]: 'text' };
    expect(tilesOf(match({ [note]: value }, inputOf(model)), model)).toEqual([
      { tile: '1', of: 'second', in: null, values: { second: 'text' } },
    ]);
  });

  it('by an @id at a former base URL of the service', () => {
    const model = modelOf(twins);
    const formerUri = nodeUri(1, model.idOf('first')).replace(
      'https://heritage.test',
      'https://former.test',
    );
    const value = { '@id': formerUri, '@type': textClass, [rdfValue]: 'text' };
    expect(tilesOf(match({ [note]: value }, inputOf(model)), model)).toMatchObject([
      { of: 'first' },
    ]);
  });

  it('by its class', () => {
    const siblings = {
      place: { property: part, datatype: 'semantic', class: crm('E53_Place'), tiles: '1' },
      thing: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
    } as const;
    const model = modelOf(siblings);
    const matched = match({ [part]: { '@type': thing } }, inputOf(model));
    expect(tilesOf(matched, model)).toMatchObject([{ of: 'thing' }]);
  });

  it('by the datatype of the literal, if it is the class of one of the nodes', () => {
    const siblings = {
      text: { property: note, tiles: '1' },
      date: { property: note, datatype: 'date', class: dateClass, tiles: '1' },
    } as const;
    const date = { '@type': xsd('dateTime'), '@value': '1850-01-01' };
    expect(namesOfMatchedNodes(siblings, date)).toEqual(['date']);
    expect(namesOfMatchedNodes(siblings, '1850-01-01')).toEqual(['text']);
    expect(namesOfMatchedNodes(siblings, [date, '1903-10-21'])).toEqual(['date', 'text']);
  });

  it('by the form in which each node writes its values, if no class decides', () => {
    const siblings = {
      text: { property: note, class: null, tiles: '1' },
      number: { property: note, datatype: 'number', class: null, tiles: '1' },
      flag: { property: note, datatype: 'boolean', class: null, tiles: '1' },
    } as const;
    expect(namesOfMatchedNodes(siblings, 12)).toEqual(['number']);
    expect(namesOfMatchedNodes(siblings, true)).toEqual(['flag']);
    expect(namesOfMatchedNodes(siblings, '12')).toEqual(['text']);
  });

  it('by the datatype for which the value is valid', () => {
    const siblings = {
      grid: { property: note, datatype: 'bngcentrepoint', tiles: '1' },
      edtf: { property: note, datatype: 'edtf', tiles: '1' },
    } as const;
    expect(namesOfMatchedNodes(siblings, 'TQ3000080000')).toEqual(['grid']);
    expect(namesOfMatchedNodes(siblings, '1850~')).toEqual(['edtf']);
  });

  it('by the collection that contains the concept', () => {
    const siblings = {
      odd: { property: hasType, datatype: 'concept', tiles: '1', config: { rdmCollection: id(1) } },
      even: {
        property: hasType,
        datatype: 'concept',
        tiles: '1',
        config: { rdmCollection: id(2) },
      },
    } as const;
    expect(namesOfMatchedNodes(siblings, { '@id': conceptUri(7) })).toEqual(['odd']);
    expect(namesOfMatchedNodes(siblings, { '@id': conceptUri(8) })).toEqual(['even']);
    expect(
      namesOfMatchedNodes(siblings, [{ '@id': conceptUri(8) }, { '@id': conceptUri(7) }]),
    ).toEqual(['even', 'odd']);
  });

  it('by the models that the node allows for references', () => {
    const referenceTo = (graphid: string): NodeSketch => ({
      property: part,
      datatype: 'resource-instance',
      class: thing,
      tiles: '1',
      config: { graphs: [{ graphid }] },
    });
    const model = modelOf({ people: referenceTo(id(61)), places: referenceTo(id(62)) });
    const input = inputOf(model);
    const referencedResource = { graphId: id(62), rootClass: crm('E53_Place'), names: {} };
    const validation = { ...input.validation, resource: () => referencedResource };
    const value = { '@id': resource(1), '@type': crm('E53_Place') };
    const matched = match({ [part]: value }, { ...input, validation });
    expect(tilesOf(matched, model)).toMatchObject([{ of: 'places' }]);
  });

  it('by the values in child nodes, at any depth', () => {
    const group = { property: part, datatype: 'semantic', class: thing } as const;
    const model = modelOf({
      left: { ...group, tiles: '1' },
      leftPart: { ...group, in: 'left' },
      leftNote: { in: 'leftPart', property: note },
      right: { ...group, tiles: '1' },
      rightPart: { ...group, in: 'right' },
      rightType: { in: 'rightPart', property: hasType, datatype: 'concept', class: null },
    });
    const document = { [part]: { [part]: { [hasType]: { '@id': conceptUri(1) } } } };
    expect(tilesOf(match(document, inputOf(model)), model)).toEqual([
      { tile: 'new 1', of: 'right', in: null, values: { rightType: conceptValue(1) } },
    ]);
  });

  it('so that no required child node lacks a value', () => {
    const siblings = {
      one: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
      needed: { in: 'one', property: note, isRequired: true },
      oneType: { in: 'one', property: hasType, datatype: 'concept', class: null },
      other: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
      otherType: { in: 'other', property: hasType, datatype: 'concept', class: null },
    } as const;
    expect(
      namesOfMatchedNodes(siblings, { '@type': thing, [hasType]: { '@id': conceptUri(1) } }),
    ).toEqual(['otherType']);
  });

  it.each([1, 4, 5, 40, 400])(
    'so that all values can be stored, even if %i literals have another class than their node',
    (count) => {
      const group = { property: part, datatype: 'semantic', class: thing, tiles: '1' } as const;
      const model = modelOf({
        named: group,
        names: { in: 'named', property: note, class: dateClass, tiles: 'n' },
        other: group,
        type: { in: 'other', property: hasType, datatype: 'concept', class: null },
      });
      const names = Array.from({ length: count }, (_, index) => `name ${index}`);
      const document = { [part]: { '@type': thing, [note]: names } };
      const matched = match(document, inputOf(model, [], { unknownPredicates: 'ignore' }));
      const values = tilesOf(matched, model).flatMap((tile) => Object.values(tile.values));
      expect(values).toEqual(names);
    },
  );

  it('by each rule before the next rule, even if the next rule contradicts the first forty times', () => {
    const group = { property: part, datatype: 'semantic', class: thing, tiles: '1' } as const;
    const children = Array.from({ length: 40 }, (_, index) => `needed${index}`);
    const model = modelOf({
      // Matching `full` has one literal of the wrong class; matching `sparse` lacks forty required values.
      sparse: group,
      ...Object.fromEntries(
        children.map(
          (name) => [name, { in: 'sparse', property: hasType, isRequired: true }] as const,
        ),
      ),
      text: { in: 'sparse', property: note },
      full: group,
      date: { in: 'full', property: note, class: dateClass },
    });
    const document = { [part]: { '@type': thing, [note]: 'a name' } };
    const [tile] = tilesOf(match(document, inputOf(model)), model);
    expect(tile?.values).toEqual({ text: 'a name' });
  });

  it('in favour of a required node among siblings in one tile', () => {
    const siblings = {
      group: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
      maybe: { in: 'group', property: note },
      needed: { in: 'group', property: note, isRequired: true },
    } as const;
    expect(namesOfMatchedNodes(siblings, { [note]: 'text' })).toEqual(['needed']);
  });

  it('by cardinality: a value that fits only one node gets this node, and another value gets the other', () => {
    const siblings = {
      text: { property: note, tiles: '1' },
      grid: { property: note, datatype: 'bngcentrepoint', tiles: '1' },
    } as const;
    // The grid reference also fits the text node, but then no node is left for the other text.
    expect(namesOfMatchedNodes(siblings, ['TQ3000080000', 'a mill'])).toEqual(['grid', 'text']);
  });

  it('for all values together, even if each choice depends on the next one', () => {
    const choice = (name: string): NodeSketch => ({
      property: hasType,
      datatype: 'domain-value',
      tiles: '1',
      config: { options: Array.from(name, (text) => ({ id: `${name}-${text}`, text })) },
    });
    const siblings = { ab: choice('ab'), bc: choice('bc'), cd: choice('cd'), d: choice('d') };
    expect(namesOfMatchedNodes(siblings, ['a', 'b', 'c', 'd'])).toEqual(['ab', 'bc', 'cd', 'd']);
    expect(namesOfMatchedNodes(siblings, ['d', 'c', 'b', 'a'])).toEqual(['ab', 'bc', 'cd', 'd']);
  });
});

describe('a value that fits several nodes equally well', () => {
  const twins = {
    first: { property: note, tiles: '1' },
    second: { property: note, tiles: '1' },
  } as const;

  it('is reported as ambiguous, with the possible nodes', () => {
    const model = modelOf(twins);
    const matched = match({ [note]: 'text' }, inputOf(model));
    const [problem, secondProblem] = problemsOf(matched);
    expect(secondProblem).toBeUndefined();
    expect(codesOf(matched)).toEqual(['ambiguous /P3_has_note']);
    expect(problem?.candidates).toMatchObject([
      { nodeId: model.idOf('first'), name: 'first', datatype: 'string', property: note },
      { nodeId: model.idOf('second'), name: 'second', class: textClass },
    ]);
  });

  it('is accepted with the @id of one of the reported nodes', () => {
    const model = modelOf(twins);
    const [problem] = problemsOf(match({ [note]: 'text' }, inputOf(model)));
    const [, second] = problem?.candidates ?? [];
    const value = { '@id': second?.id, [rdfValue]: 'text' };
    expect(tilesOf(match({ [note]: value }, inputOf(model)), model)).toMatchObject([
      { of: 'second', values: { second: 'text' } },
    ]);
  });

  it('is accepted if as many equal values are sent as there are nodes', () => {
    const model = modelOf(twins);
    const matched = match({ [note]: ['text', 'text'] }, inputOf(model));
    expect(tilesOf(matched, model)).toMatchObject([
      { of: 'first', values: { first: 'text' } },
      { of: 'second', values: { second: 'text' } },
    ]);
  });

  it('is reported, but values whose nodes are clear are not', () => {
    const model = modelOf({
      ...twins,
      type: { property: hasType, datatype: 'concept', tiles: '1' },
    });
    const matched = match(
      { [note]: ['a', 'b'], [hasType]: { '@id': conceptUri(1) } },
      inputOf(model),
    );
    expect(codesOf(matched)).toEqual(['ambiguous /P3_has_note/0', 'ambiguous /P3_has_note/1']);
  });
});

describe('a node object', () => {
  it('with the URI of a resource instance is matched to a reference, not to a URL or semantic node', () => {
    const model = modelOf({
      address: { property: part, datatype: 'url', class: thing, tiles: 'n' },
      group: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
      other: { property: part, datatype: 'resource-instance', class: thing, tiles: 'n' },
    });
    const matched = match({ [part]: { '@id': resource(1), '@type': thing } }, inputOf(model));
    expect(tilesOf(matched, model)).toMatchObject([{ of: 'other' }]);
  });

  it('without an @id is matched to a semantic node', () => {
    const model = modelOf({
      other: { property: part, datatype: 'resource-instance-list', class: thing, tiles: '1' },
      group: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
      text: { in: 'group', property: note, isRequired: true },
    });
    const values = [
      { '@type': thing, [note]: 'text' },
      { '@id': resource(1), '@type': thing },
    ];
    expect(tilesOf(match({ [part]: values }, inputOf(model)), model)).toMatchObject([
      { of: 'group', values: { text: 'text' } },
      { of: 'other' },
    ]);
  });

  it('may have any @id if it is matched to a semantic node', () => {
    const model = modelOf({
      group: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
      text: { in: 'group', property: note },
    });
    const value = { '@id': 'https://elsewhere.test/thing', '@type': thing, [note]: 'text' };
    expect(tilesOf(match({ [part]: value }, inputOf(model)), model)).toMatchObject([
      { of: 'group', values: { text: 'text' } },
    ]);
  });

  it('of a concept may contain the child nodes directly, as newer documents write them', () => {
    const model = modelOf({
      type: { property: hasType, datatype: 'concept', class: null, tiles: '1' },
      kind: { in: 'type', property: hasType, datatype: 'concept-list', class: null },
    });
    const kinds = [{ '@id': conceptUri(2) }, { '@id': conceptUri(3) }];
    const matched = match(
      { [hasType]: { '@id': conceptUri(1), [hasType]: kinds } },
      inputOf(model),
    );
    expect(tilesOf(matched, model)).toMatchObject([
      { values: { type: conceptValue(1), kind: [conceptValue(2), conceptValue(3)] } },
    ]);
  });

  it('that is repeated below each element of a list is stored once below the list', () => {
    const model = modelOf({
      types: { property: hasType, datatype: 'concept-list', class: null, tiles: '1' },
      kind: { in: 'types', property: part, datatype: 'concept', class: null, tiles: 'n' },
    });
    const kind = { [part]: { '@id': conceptUri(9) } };
    const values = [
      { '@id': conceptUri(1), ...kind },
      { '@id': conceptUri(2), ...kind },
    ];
    expect(tilesOf(match({ [hasType]: values }, inputOf(model)), model)).toMatchObject([
      { of: 'types', values: { types: [conceptValue(1), conceptValue(2)] } },
      { of: 'kind', in: 'new 1', values: { kind: conceptValue(9) } },
    ]);
  });

  it('of a concept needs no child nodes for properties of another occurrence of the concept', () => {
    const model = modelOf({
      type: { property: hasType, datatype: 'concept', class: null, tiles: '1' },
      kind: { in: 'type', property: hasType, datatype: 'concept', class: null },
      material: { property: part, datatype: 'concept', class: null, tiles: '1' },
    });
    const document = {
      [hasType]: { '@id': conceptUri(1), [hasType]: { '@id': conceptUri(2) } },
      [part]: { '@id': conceptUri(1) },
    };
    expect(tilesOf(match(document, inputOf(model)), model)).toMatchObject([
      { values: { type: conceptValue(1), kind: conceptValue(2) } },
      { values: { material: conceptValue(1) } },
    ]);
  });
});

describe('the value of a node object', () => {
  const model = modelOf({ number: { property: note, datatype: 'number', tiles: '1' } });
  const typed = { '@type': [rootClass, graphType] };

  it('is read as text if the root has the URI of the model among its types', () => {
    const document = { ...typed, [note]: { [rdfValue]: '12.50' } };
    expect(tilesOf(match(document, inputOf(model)), model)).toMatchObject([{ of: 'number' }]);
  });

  it('may be a number if the root has the URI of the model, and a text if it has not', () => {
    const asLiteral = match({ ...typed, [note]: { [rdfValue]: 12 } }, inputOf(model));
    const asText = match({ [note]: { [rdfValue]: '12' } }, inputOf(model));
    expect(tilesOf(asLiteral, model)).toEqual(tilesOf(asText, model));
  });

  it('may occur beside a literal in the linked shape', () => {
    const modelWithBoth = modelOf({
      number: { property: note, datatype: 'number', tiles: '1' },
      name: { property: hasType, tiles: '1' },
    });
    const document = { ...typed, [note]: 12, [hasType]: { [rdfValue]: 'text' } };
    expect(tilesOf(match(document, inputOf(modelWithBoth)), modelWithBoth)).toMatchObject([
      { of: 'number' },
      { of: 'name', values: { name: 'text' } },
    ]);
  });
});
