import { describe, expect, it } from 'vitest';

import { id } from '../../../infra/cli/import/graphs/example.ts';
import { base, crm, graphId } from '../mill.ts';
import {
  codesOf,
  conceptUri,
  graphType,
  match,
  modelOf,
  nameOf,
  problemsOf,
  rdfValue,
  rootClass,
  stored,
  tilesOf,
  inputOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const has = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const count = crm('P57_has_number_of_parts');
const thing = crm('E24_Physical_Man-Made_Thing');

const model = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  text: { in: 'part', property: note },
  type: {
    in: 'part',
    property: has,
    datatype: 'concept',
    class: null,
    config: { rdmCollection: id(1) },
  },
  count: { property: count, datatype: 'number', tiles: '1' },
  elsewhere: {
    property: has,
    datatype: 'concept-list',
    class: null,
    tiles: '1',
    config: { rdmCollection: id(1) },
  },
});

const problem = (document: Readonly<Record<string, unknown>>, tiles = inputOf(model)) => {
  const [first, another] = problemsOf(match(document, tiles));
  expect(another).toBeUndefined();
  return first;
};

describe('what is wrong with a document', () => {
  it('is told all at once, each with its place', () => {
    const document = {
      '@type': crm('E53_Place'),
      [count]: ['many', 'more'],
      [part]: [
        { [note]: 'fine' },
        { [note]: 'fine', [crm('P999_unknown')]: 'x' },
        { '@type': crm('E53_Place') },
        { [has]: { '@id': conceptUri(2) } },
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

  it('is another model', () => {
    const other = `${base}/graph/${id(999)}`;
    expect(codesOf(match({ '@type': [rootClass, other] }, inputOf(model)))).toEqual([
      'other_graph ',
    ]);
    expect(codesOf(match({ '@type': [graphType] }, inputOf(model)))).toEqual([]);
    expect(
      codesOf(match({ '@type': `https://former.test/graph/${graphId}` }, inputOf(model))),
    ).toEqual([]);
  });

  it('is a predicate that the model has not: those of the place are named, the likest first', () => {
    const found = problem({ [part]: { [crm('P3_has_notes')]: 'x' } });
    expect(found?.code).toBe('unknown_predicate');
    expect(found?.message).toContain(`Write one of ${note}, ${has}`);
  });

  it('is no unknown predicate where these are to be ignored: they are told as such', () => {
    const document = { [part]: { [note]: 'x', [crm('P999_unknown')]: { [note]: 'y' } } };
    const matched = match(document, inputOf(model, [], { unknownPredicates: 'ignore' }));
    expect(tilesOf(matched, model)).toMatchObject([{ values: { text: 'x' } }]);
    expect(matched.kind === 'read' && matched.ignored).toMatchObject([
      { code: 'unknown_predicate' },
    ]);
  });

  it('is a class that the predicate does not lead to: those to which it leads are named', () => {
    const found = problem({ [part]: { '@type': crm('E53_Place'), [note]: 'x' } });
    expect(found).toMatchObject({
      code: 'no_such_class',
      candidates: [{ name: 'part', class: thing }],
    });
    expect(found?.message).toContain(crm('E53_Place'));
    expect(found?.message).toContain(thing);
  });

  it('is a value that none of several nodes can hold: each says why', () => {
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

  it('is what hangs in a value that could be several nodes, where none has it', () => {
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

  it('is a literal for a node that groups others, and a thing for a text', () => {
    expect(problem({ [part]: 'text' })?.message).toContain('write a node object');
    const found = problem({ [part]: { [note]: { '@id': 'https://elsewhere.test/x' } } });
    expect(found).toMatchObject({ code: 'not_matching' });
    expect(found?.message).toContain('https://elsewhere.test/x');
  });

  it('is a concept that is not known here', () => {
    const document = { [part]: { [has]: { '@id': 'https://elsewhere.test/concept' } } };
    expect(problem(document)).toMatchObject({ code: 'unreadable_value' });
  });

  it('is one element of a list: that one is shown', () => {
    const document = { [has]: [{ '@id': conceptUri(1) }, { '@id': conceptUri(2) }] };
    expect(codesOf(match(document, inputOf(model)))).toEqual([
      'concept_not_in_collection /P2_has_type/1',
    ]);
  });

  it('is an @id that names a node of another place, or one that the model has not', () => {
    const named = (nodeId: string) => ({ [part]: { '@id': nameOf(1, nodeId) } });
    expect(problem(named(model.idOf('count')))).toMatchObject({ code: 'node_elsewhere' });
    expect(problem(named(id(901)))).toMatchObject({ code: 'no_such_node' });
  });

  it('is a value of a node that no tile can hold', () => {
    const loose = modelOf({ loose: { property: note } });
    expect(codesOf(match({ [note]: { [rdfValue]: 'x' } }, inputOf(loose)))).toEqual([
      'value_outside_tiles /P3_has_note/22-rdf-syntax-ns#value',
    ]);
  });

  it('is a value of the root, which has none', () => {
    expect(codesOf(match({ [rdfValue]: 'x' }, inputOf(model)))).toEqual([
      'unknown_predicate /22-rdf-syntax-ns#value',
    ]);
  });

  it('is nothing that is stored so already', () => {
    const tiles = [stored(model, 1, 'count', { count: 'many' })];
    expect(codesOf(match({ [count]: 'many' }, inputOf(model, tiles)))).toEqual([]);
    expect(codesOf(match({ [count]: 'more' }, inputOf(model, tiles)))).toEqual([
      'not_a_number /P57_has_number_of_parts',
    ]);
  });
});
