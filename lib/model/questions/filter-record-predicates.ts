import type {
  Expression,
  Filter,
  FunctionCall,
  Spatial,
  SpatialOperator,
} from '../filters/filter.ts';
import { filters as conditions } from '../filters/kinds.ts';
import { isUuid, parseResourceId } from '../ids.ts';
import { placeNear, placeOfBox, placeOfGeometries } from './places.ts';
import { refuseClass, UnsupportedFilter } from './filter-refusal.ts';
import type { Place } from './question.ts';
import { readChanged } from './changed-times.ts';
import { readCondition } from './value-syntax.ts';
import { inverseRelation, relationOfOperator } from './spatial-relations.ts';
import type { WrittenQuestion, WrittenRelation } from './written-question.ts';

/** The questions for the resource instances of which a condition is true, and false. */
export type RecordPredicate = { readonly holds: WrittenQuestion; readonly fails: WrittenQuestion };

const parameter = 'filter';

/** The name for the geometries of all nodes. */
const anyGeometry = 'geometry';

/**
 * Reads a condition that is about no value of a node: a comparison of geometries, or a function.
 * @param holds makes the question of a filter, for functions that have one
 * @throws UnsupportedFilter
 */
export function readRecordPredicate(
  filter: Filter,
  holds: (filter: Filter) => WrittenQuestion,
): RecordPredicate {
  if (filter.kind === 'spatial') return readSpatial(filter);
  if (filter.kind === 'function') {
    const read = functions[filter.name.toLowerCase()];
    return read === undefined
      ? refuseClass('functions', `The function ${filter.name}`)
      : read(filter, holds);
  }
  throw new UnsupportedFilter('This part of the filter is no condition.');
}

function readSpatial({ operator, left, right }: Filter & { kind: 'spatial' }): RecordPredicate {
  const isSwapped = left.kind !== 'property';
  const [property, literal] = isSwapped ? [right, left] : [left, right];
  if (property.kind !== 'property') {
    throw new UnsupportedFilter(`${operator.toUpperCase()} needs the name of a geometry node.`);
  }
  const relation = relationOfOperator[operator];
  const place: Place = {
    ...readPlace(literal, operator),
    relation: (isSwapped ? inverseRelation[relation] : undefined) ?? relation,
  };
  const { holds, fails } = predicateOfPlace(place, property.name);
  return operator === 's_disjoint' ? { holds: fails, fails: holds } : { holds, fails };
}

function readPlace(literal: Spatial, operator: SpatialOperator): Place {
  switch (literal.kind) {
    case 'geometry':
      return placeOfGeometries([literal.geometry]);
    case 'box':
      return placeOfBox(literal.box);
    case 'property':
      return refuseClass('property-property', `${operator.toUpperCase()} of two nodes`);
    default:
      return refuseClass('functions', `${operator.toUpperCase()} of a function`);
  }
}

function predicateOfPlace(place: Place, name: string): RecordPredicate {
  const condition = (isOutside: boolean): WrittenQuestion =>
    name === anyGeometry
      ? { kind: 'record', condition: { kind: 'place', place, nodes: null, isOutside } }
      : { kind: 'place', parameter, name, place, isOutside };
  return {
    holds: condition(false),
    // Without a geometry, the condition is neither true nor false.
    fails: { kind: 'all', parts: [condition(true), { kind: 'not', part: condition(false) }] },
  };
}

const complement = (holds: WrittenQuestion): RecordPredicate => ({
  holds,
  fails: { kind: 'not', part: holds },
});

type Reader = (call: FunctionCall, holds: (filter: Filter) => WrittenQuestion) => RecordPredicate;

/** The functions of this service. */
const functions: Readonly<Record<string, Reader>> = {
  near: (call) => {
    const numbers = call.arguments.map((argument) =>
      argument.kind === 'number' ? argument.decimal : '',
    );
    const place = placeNear(numbers);
    if (place === undefined) {
      throw new UnsupportedFilter(
        'near needs a longitude, a latitude and a distance in metres: near(-1.826, 51.179, 2000).',
      );
    }
    return predicateOfPlace(place, anyGeometry);
  },
  within: (call) => {
    const [id, ...others] = requireTexts(call);
    if (!isUuid(id) || others.length > 0) {
      throw new UnsupportedFilter("within needs the id of one resource instance: within('…').");
    }
    return predicateOfPlace(
      {
        area: { kind: 'resource', resourceId: parseResourceId(id) },
        metres: 0,
        relation: 'intersects',
      },
      anyGeometry,
    );
  },
  period: (call) => {
    const [text = ''] = requireTexts(call);
    const test = readCondition(text)?.test;
    if (test === undefined)
      throw new UnsupportedFilter("period needs a date: period('1850/1900').");
    return complement({ kind: 'period', parameter, test });
  },
  words: (call) => {
    const texts = requireTexts(call);
    if (texts.some((text) => !/[\p{L}\p{N}]/u.test(text))) {
      throw new UnsupportedFilter('words needs a text with a letter or a digit.');
    }
    return complement({
      kind: 'record',
      condition: { kind: 'anywhere', test: { kind: 'words', texts }, nodegroupIds: null },
    });
  },
  ids: (call) => {
    const ids = requireTexts(call);
    if (!ids.every(isUuid)) throw new UnsupportedFilter('ids needs ids of resource instances.');
    return complement({
      kind: 'record',
      condition: { kind: 'ids', ids: ids.map(parseResourceId) },
    });
  },
  changed: (call) => {
    const [text = ''] = requireTexts(call);
    const times = readChanged(text);
    if (times === undefined) {
      throw new UnsupportedFilter("changed needs a range of times: changed('2026-11-01..').");
    }
    return complement({ kind: 'record', condition: { kind: 'changed', ...times } });
  },
  related: (call, holds) => readRelated(call, 'outgoing', holds),
  related_from: (call, holds) => readRelated(call, 'incoming', holds),
};

function requireTexts(call: FunctionCall): readonly string[] {
  const texts = call.arguments.map((argument) =>
    argument.kind === 'text' ? argument.text : undefined,
  );
  if (texts.length === 0 || texts.includes(undefined)) {
    throw new UnsupportedFilter(`The function ${call.name} needs texts in quotation marks.`);
  }
  return texts.filter((text) => text !== undefined);
}

/** `related(node, 'id')`, `related(node, filter)`; without a node, any relation in either direction. */
function readRelated(
  call: FunctionCall,
  direction: 'outgoing' | 'incoming',
  holds: (filter: Filter) => WrittenQuestion,
): RecordPredicate {
  const [first, ...rest] = call.arguments;
  const isNamed = first?.kind === 'property';
  const relation: Omit<WrittenRelation, 'to'> = {
    kind: 'related',
    parameter,
    name: isNamed ? first.name : null,
    direction: isNamed ? direction : 'any',
  };
  const targets = isNamed ? rest : call.arguments;
  return complement({ ...relation, to: readTarget(targets, call.name, holds) });
}

function readTarget(
  targets: readonly Expression[],
  functionName: string,
  holds: (filter: Filter) => WrittenQuestion,
): WrittenRelation['to'] {
  const ids = targets.map((target) => (target.kind === 'text' ? target.text : ''));
  if (ids.length > 0 && ids.every(isUuid)) return { kind: 'ids', ids: ids.map(parseResourceId) };
  const [target, ...others] = targets;
  if (target !== undefined && others.length === 0 && conditions.includes(target)) {
    return { kind: 'written', question: holds(target) };
  }
  throw new UnsupportedFilter(
    `${functionName} needs the name of a node, and ids of resource instances or a condition on them.`,
  );
}
