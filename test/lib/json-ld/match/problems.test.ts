import { describe, expect, it } from 'vitest';

import { id } from '../../../infra/cli/import/graphs/example.ts';
import { base, crm, graphId } from '../mill.ts';
import {
  codesOf,
  conceptUri,
  graphType,
  match,
  modelOf,
  nodeUri,
  problemsOf,
  rdfValue,
  rootClass,
  createStoredTile,
  tilesOf,
  inputOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const hasType = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const count = crm('P57_has_number_of_parts');
const thing = crm('E24_Physical_Man-Made_Thing');

const model = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  text: { in: 'part', property: note },
  type: {
    in: 'part',
    property: hasType,
    datatype: 'concept',
    class: null,
    config: { rdmCollection: id(1) },
  },
  count: { property: count, datatype: 'number', tiles: '1' },
  elsewhere: {
    property: hasType,
    datatype: 'concept-list',
    class: null,
    tiles: '1',
    config: { rdmCollection: id(1) },
  },
});

const onlyProblem = (document: Readonly<Record<string, unknown>>, input = inputOf(model)) => {
  const [problem, secondProblem] = problemsOf(match(document, input));
  expect(secondProblem).toBeUndefined();
  return problem;
};

describe('the problems of a document', () => {
  it('are all reported together, each with its JSON Pointer', () => {
    const document = {
      '@type': crm('E53_Place'),
      [count]: ['many', 'more'],
      [part]: [
        { [note]: 'fine' },
        { [note]: 'fine', [crm('P999_unknown')]: 'x' },
        { '@type': crm('E53_Place') },
        { [hasType]: { '@id': conceptUri(2) } },
      ],
    };
    expect(codesOf(match(document, inputOf(model))).toSorted()).toEqual([
      'class_mismatch ',
      'concept_not_in_collection /P46_is_composed_of/3/P2_has_type',
      'no_such_class /P46_is_composed_of/2',
      'not_a_number /P57_has_number_of_parts/0',
      'too_many_values /P57_has_number_of_parts/1',
      'unknown_predicate /P46_is_composed_of/1/P999_unknown',
    ]);
  });

  it('include the URI of another model as a type', () => {
    const otherGraph = `${base}/graph/${id(999)}`;
    expect(codesOf(match({ '@type': [rootClass, otherGraph] }, inputOf(model)))).toEqual([
      'other_graph ',
    ]);
    expect(codesOf(match({ '@type': [graphType] }, inputOf(model)))).toEqual([]);
    expect(
      codesOf(match({ '@type': `https://former.test/graph/${graphId}` }, inputOf(model))),
    ).toEqual([]);
  });

  it('include an unknown predicate, with the possible predicates, the most similar first', () => {
    const found = onlyProblem({ [part]: { [crm('P3_has_notes')]: 'x' } });
    expect(found?.code).toBe('unknown_predicate');
    expect(found?.message).toContain(`Write one of ${note}, ${hasType}`);
  });

  it('do not include unknown predicates that are to be ignored, which `ignored` lists', () => {
    const document = { [part]: { [note]: 'x', [crm('P999_unknown')]: { [note]: 'y' } } };
    const matched = match(document, inputOf(model, [], { unknownPredicates: 'ignore' }));
    expect(tilesOf(matched, model)).toMatchObject([{ values: { text: 'x' } }]);
    expect(matched.kind === 'read' && matched.ignored).toMatchObject([
      { code: 'unknown_predicate' },
    ]);
  });

  it('include a class to which the predicate does not lead, with the possible classes', () => {
    const found = onlyProblem({ [part]: { '@type': crm('E53_Place'), [note]: 'x' } });
    expect(found).toMatchObject({
      code: 'no_such_class',
      candidates: [{ name: 'part', class: thing }],
    });
    expect(found?.message).toContain(crm('E53_Place'));
    expect(found?.message).toContain(thing);
  });

  it('include a value that fits none of several nodes, with the reason for each node', () => {
    const several = modelOf({
      number: { property: note, datatype: 'number', tiles: '1' },
      grid: { property: note, datatype: 'bngcentrepoint', tiles: '1' },
      group: { property: note, datatype: 'semantic', class: thing, tiles: '1' },
    });
    const [found] = problemsOf(match({ [note]: 'text' }, inputOf(several)));
    expect(found).toMatchObject({
      code: 'not_matching',
      candidates: [{ name: 'number' }, { name: 'grid' }],
    });
    expect(found?.message).toContain('number: Write a decimal number');
    expect(found?.message).toContain('grid: Write two letters');
  });

  it('include a node object whose properties are not all in one of the possible nodes', () => {
    const several = modelOf({
      left: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
      leftText: { in: 'left', property: note },
      right: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
      rightCount: { in: 'right', property: count, datatype: 'number' },
    });
    const document = { [part]: { [note]: 'x', [count]: 1 } };
    const [found] = problemsOf(match(document, inputOf(several)));
    expect(found?.code).toBe('not_matching');
    expect(found?.message).toContain(`left: It has no property ${count}.`);
    expect(found?.message).toContain(`right: It has no property ${note}.`);
  });

  it('include a literal for a semantic node, and a node object for a text', () => {
    expect(onlyProblem({ [part]: 'text' })?.message).toContain('write a node object');
    const found = onlyProblem({ [part]: { [note]: { '@id': 'https://elsewhere.test/x' } } });
    expect(found).toMatchObject({ code: 'not_matching' });
    expect(found?.message).toContain('https://elsewhere.test/x');
  });

  it('include an unknown concept', () => {
    const document = { [part]: { [hasType]: { '@id': 'https://elsewhere.test/concept' } } };
    expect(onlyProblem(document)).toMatchObject({ code: 'unreadable_value' });
  });

  it('include one invalid element of a list, with the JSON Pointer of that element', () => {
    const document = { [hasType]: [{ '@id': conceptUri(1) }, { '@id': conceptUri(2) }] };
    expect(codesOf(match(document, inputOf(model)))).toEqual([
      'concept_not_in_collection /P2_has_type/1',
    ]);
  });

  it('include an @id that names a node in another position or a node that is not in the model', () => {
    const documentNaming = (nodeId: string) => ({ [part]: { '@id': nodeUri(1, nodeId) } });
    expect(onlyProblem(documentNaming(model.idOf('count')))).toMatchObject({
      code: 'node_elsewhere',
    });
    expect(onlyProblem(documentNaming(id(901)))).toMatchObject({ code: 'no_such_node' });
  });

  it('include a value of a node without a nodegroup', () => {
    const withoutNodegroup = modelOf({ loose: { property: note } });
    expect(codesOf(match({ [note]: { [rdfValue]: 'x' } }, inputOf(withoutNodegroup)))).toEqual([
      'value_outside_tiles /P3_has_note/22-rdf-syntax-ns#value',
    ]);
  });

  it('include a value of the root, which cannot have one', () => {
    expect(codesOf(match({ [rdfValue]: 'x' }, inputOf(model)))).toEqual([
      'unknown_predicate /22-rdf-syntax-ns#value',
    ]);
  });

  it('do not include an invalid value that is already stored', () => {
    const tiles = [createStoredTile(model, 1, 'count', { count: 'many' })];
    expect(codesOf(match({ [count]: 'many' }, inputOf(model, tiles)))).toEqual([]);
    expect(codesOf(match({ [count]: 'more' }, inputOf(model, tiles)))).toEqual([
      'not_a_number /P57_has_number_of_parts',
    ]);
  });
});
