import type { Datatype } from './datatype.ts';
import { optionLiterals, optionProblems, optionText } from './parts/domain-options.ts';
import { readOptions } from './parts/read-options.ts';
import { jsonValue } from './parts/value-text.ts';

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
