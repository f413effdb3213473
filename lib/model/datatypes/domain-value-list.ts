import type { Datatype } from './datatype.ts';
import { optionLiterals, optionProblems, optionText } from './parts/domain-options.ts';
import { emptyAsNull, listProblems } from './parts/list-value.ts';
import { readOptions } from './parts/read-options.ts';
import { storedWhereSame } from './parts/readings.ts';
import { jsonValue } from './parts/value-text.ts';
import { asList, joined } from './parts/values.ts';
import { textsAt } from './parts/compared-by.ts';

/** Several of the options of the node, by their ids. */
export const domainValueList: Datatype = {
  name: 'domain-value-list',
  columnText: { as: 'option', each: '$[*]' },
  comparedBy: textsAt('$[*]'),
  widget: '10000000-0000-0000-0000-000000000016',
  display: (value, node, { languages }) =>
    joined(asList(value).map((item) => optionText(item, node, languages))),
  validate: (value, node) =>
    listProblems(value, (item, pointer) => optionProblems(item, pointer, node)),
  normalise: emptyAsNull,
  valueText: jsonValue,
  linked: {
    kind: 'literal',
    write: (value, node) => asList(value).flatMap((item) => optionLiterals(item, node)),
    read: (values, node, { stored }) => {
      const reading = readOptions(values, node, asList(stored));
      return reading.kind === 'problem'
        ? reading
        : { kind: 'value', value: storedWhereSame(reading.options, stored) };
    },
  },
};
