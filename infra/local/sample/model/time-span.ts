import type { JsonObject } from '../../../../lib/model/graphs/types.ts';
import { DATE_TIME, LITERAL } from './crm.ts';
import type { NodeDefinition } from './definition.ts';

type DateDefinition = {
  /** Alias of the node that holds the date; its time-span has the same with `_time_span` behind. */
  readonly key: string;
  readonly name: string;
  readonly fieldName?: string;
};

/** A time-span whose date may be uncertain, open or unspecified in part (EDTF). */
export function uncertainDate(date: DateDefinition): NodeDefinition {
  return timeSpan(date, { property: 'P82_at_some_time_within', class: LITERAL, datatype: 'edtf' });
}

/** A time-span of which the first day, month or year is known. */
export function knownDate(date: DateDefinition, dateFormat: string): NodeDefinition {
  const config = { dateFormat };
  const node = { property: 'P82a_begin_of_the_begin', class: DATE_TIME, datatype: 'date', config };
  return timeSpan(date, node);
}

function timeSpan(
  date: DateDefinition,
  node: {
    readonly property: string;
    readonly class: string;
    readonly datatype: string;
    readonly config?: JsonObject;
  },
): NodeDefinition {
  return {
    key: `${date.key}_time_span`,
    name: `${date.name} time-span`,
    property: 'P4_has_time-span',
    class: 'E52_Time-Span',
    children: [{ ...date, ...node }],
  };
}
