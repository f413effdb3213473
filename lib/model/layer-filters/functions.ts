import type { FunctionCall } from '../filters/filter.ts';
import { filters as conditions } from '../filters/kinds.ts';
import { isDate, rangesOfDates } from '../questions/dates.ts';
import { UnsupportedFilter } from '../questions/filter-refusal.ts';
import { placeNear } from '../questions/places.ts';
import type { DateRelation } from '../questions/question.ts';
import type { FilterContext } from './filter-context.ts';
import type { LayerFilter } from './layer-filter.ts';
import { asProperty } from './operands.ts';
import { comparisonOf, type Column } from './queryable.ts';
import { datatypeOf } from '../datatypes/registry.ts';

type Argument = {
  readonly title: string;
  readonly type: readonly ('string' | 'number' | 'boolean' | 'geometry' | 'date' | 'any')[];
};

type LayerFunction = {
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly read: (call: FunctionCall, context: FilterContext) => LayerFilter;
};

const property = (title: string): Argument => ({ title, type: ['string'] });
const condition: Argument = { title: 'condition', type: ['boolean'] };

/** A comparison of a column of dates with an EDTF. */
const dateFunction = (
  name: string,
  relation: DateRelation,
  description: string,
): LayerFunction => ({
  description,
  arguments: [property('property'), { title: 'date (EDTF)', type: ['string'] }],
  read: (call, context) => {
    const [first, ...others] = call.arguments;
    const named = first && asProperty(first);
    const dates = others.flatMap((other) => (other.kind === 'text' ? [other.text] : []));
    if (named === undefined || others.length !== 1 || !dates.every(isDate) || dates.length !== 1) {
      throw new UnsupportedFilter(
        `The function ${name} needs the name of a property and a date, such as ${name}(built, '1850/1900').`,
      );
    }
    const queryable = context.require(named.name);
    if (comparisonOf(queryable) !== 'days') {
      throw new UnsupportedFilter(
        `The function ${name} compares dates, and ${named.name} has none.`,
      );
    }
    const ranges = rangesOfDates({ kind: 'dates', dates, relation });
    return { kind: 'value', queryable, test: { kind: 'days', ranges, relation } };
  },
});

/** The functions of this service, by their names in lower case. */
export const layerFunctions: Readonly<Record<string, LayerFunction>> = {
  same_tile: {
    description:
      'Whether the condition is true for the values of one tile. Its properties belong to one card.',
    arguments: [condition],
    read: readSameTile,
  },
  none: {
    description: 'Whether the condition is not true: also for features without values.',
    arguments: [condition],
    read: (call, context) => ({ kind: 'none', part: readInner(call, context) }),
  },
  near: {
    description: 'Whether the geometry is within so many metres of a point on the ground.',
    arguments: [
      { title: 'longitude', type: ['number'] },
      { title: 'latitude', type: ['number'] },
      { title: 'metres', type: ['number'] },
    ],
    read: (call) => {
      const place = placeNear(
        call.arguments.map((argument) => (argument.kind === 'number' ? argument.decimal : '')),
      );
      if (place === undefined) {
        throw new UnsupportedFilter(
          'near needs a longitude, a latitude and a distance in metres: near(-1.826, 51.179, 2000).',
        );
      }
      return { kind: 'place', place };
    },
  },
  below: {
    description: 'Whether a concept of the property is one of these, or narrower.',
    arguments: [property('property'), { title: 'label, id or URI of a concept', type: ['string'] }],
    read: (call, context) => {
      const { name } = readBelow(call);
      const queryable = context.require(name);
      const concepts = context.findConcepts(call);
      if (concepts === undefined)
        throw new UnsupportedFilter(`The property ${name} has no concepts.`);
      return { kind: 'value', queryable, test: { kind: 'concept', ...concepts } };
    },
  },
  overlaps: dateFunction(
    'overlaps',
    'overlaps',
    'Whether some day of a date is one of the days of an EDTF.',
  ),
  during: dateFunction(
    'during',
    'within',
    'Whether each day of a date is one of the days of an EDTF.',
  ),
  before: dateFunction(
    'before',
    'before',
    'Whether each day of a date is before those of an EDTF.',
  ),
  after: dateFunction('after', 'after', 'Whether each day of a date is after those of an EDTF.'),
};

/** The name of the property and the concepts of `below`. @throws UnsupportedFilter */
export function readBelow(call: FunctionCall): {
  readonly name: string;
  readonly names: readonly string[];
} {
  const [first, ...others] = call.arguments;
  const named = first && asProperty(first);
  const names = others.flatMap((other) => (other.kind === 'text' ? [other.text] : []));
  if (named === undefined || names.length === 0 || names.length < others.length) {
    throw new UnsupportedFilter(
      `The function below needs the name of a property and a text, such as below(type, 'Barrow').`,
    );
  }
  return { name: named.name, names };
}

function readInner(call: FunctionCall, context: FilterContext): LayerFilter {
  const [argument, ...others] = call.arguments;
  if (argument === undefined || others.length > 0 || !conditions.includes(argument)) {
    throw new UnsupportedFilter(`The function ${call.name} needs one condition.`);
  }
  return context.read(argument);
}

/** The columns of a filter; undefined if it is about something else, too. */
function listColumns(filter: LayerFilter): readonly (Column | undefined)[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.parts.flatMap(listColumns);
    case 'not':
    case 'none':
      return listColumns(filter.part);
    case 'value':
    case 'present':
      return [filter.queryable.kind === 'column' ? filter.queryable.column : undefined];
    default:
      return [undefined];
  }
}

function readSameTile(call: FunctionCall, context: FilterContext): LayerFilter {
  const part = readInner(call, context);
  const columns = listColumns(part);
  const [column] = columns;
  const cards = new Set(columns.map((each) => each?.node.nodegroupPath[0]));
  if (column === undefined || cards.size !== 1) {
    throw new UnsupportedFilter(
      'same_tile joins conditions on properties of one card. Write others beside it.',
    );
  }
  return { kind: 'same tile', column, part };
}

/** Whether a column has concepts. */
export const hasConcepts = ({ datatype }: Column): boolean =>
  datatypeOf(datatype).searchedBy === 'concepts';
