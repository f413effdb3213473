import type { Datatype } from './datatype.ts';
import { optionLiterals, optionProblems, optionText, readOptions } from './parts/domain-options.ts';
import { storedWhereSame } from './parts/stored-elements.ts';
import { jsonValue } from './parts/value-text.ts';
import { emptyAsNull, listProblems } from './parts/list-value.ts';
import { asList, joined, textsAt } from './parts/values.ts';

/** One of the options that the node itself lists, by the option's id. */
export const domainValue: Datatype = {
  name: 'domain-value',
  columnText: { as: 'option', each: '$[*]' },
  widget: '10000000-0000-0000-0000-000000000015',
  display: (value, node, { languages }) => optionText(value, node, languages),
  validate: (value, node) =>
    value === null || value === '' ? [] : optionProblems(value, '', node),
  normalise: (value) => (value === '' ? null : value),
  valueText: jsonValue,
  linked: {
    kind: 'literal',
    write: optionLiterals,
    read: (values, node, { stored }) => {
      const reading = readOptions(values, node, stored === null ? [] : [stored]);
      if (reading.kind === 'problem') return reading;
      const [option, another] = reading.options;
      if (another === undefined) return { kind: 'value', value: option ?? null };
      const message = `This node holds one option, but the texts name ${reading.options.map((id) => JSON.stringify(id)).join(', ')}: give one.`;
      return { kind: 'problem', message };
    },
  },
};

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
