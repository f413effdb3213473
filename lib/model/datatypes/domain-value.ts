import type { Datatype } from './datatype.ts';
import {
  normaliseOption,
  writeOption,
  findOptionProblems,
  displayOption,
  readOptions,
} from './values/domain-options.ts';
import { preferStored } from './codecs/read-elements.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { emptyAsNull, validateList } from './values/validate-list.ts';
import { asList, joinNonEmpty, restrictToNonEmptyStrings } from './values/json-values.ts';

/** One option of the node, by its id. */
export const domainValueDatatype: Datatype = {
  name: 'domain-value',
  searchedBy: 'options',
  columnText: { as: 'option', each: '$[*]' },
  widget: '10000000-0000-0000-0000-000000000015',
  display: (value, node, { languages }) => displayOption(value, node, languages),
  validate: (value, node) =>
    value === null || value === '' ? [] : findOptionProblems(value, '', node),
  normalise: (value, node, { stored }) =>
    value === '' ? null : normaliseOption(value, node, stored),
  textCodec: jsonTextCodec,
  linkedCodec: {
    kind: 'literal',
    write: writeOption,
    read: (values, node, { stored }) => {
      const result = readOptions(values, node, stored === null ? [] : [stored]);
      if (result.kind === 'problem') return result;
      const [option, another] = result.options;
      if (another === undefined) return { kind: 'value', value: option ?? null };
      const message = `This node takes one option, but the texts name ${result.options.map((id) => JSON.stringify(id)).join(', ')}: give one.`;
      return { kind: 'problem', message };
    },
  },
};

/** Several options of the node, by their ids. */
export const domainValueListDatatype: Datatype = {
  name: 'domain-value-list',
  searchedBy: 'options',
  columnText: { as: 'option', each: '$[*]' },
  comparisonPaths: restrictToNonEmptyStrings('$[*]'),
  widget: '10000000-0000-0000-0000-000000000016',
  display: (value, node, { languages }) =>
    joinNonEmpty(asList(value).map((item) => displayOption(item, node, languages))),
  validate: (value, node) =>
    validateList(value, (item, pointer) => findOptionProblems(item, pointer, node)),
  normalise: (value, node, { stored }) => {
    const options = emptyAsNull(value);
    return Array.isArray(options)
      ? options.map((option: unknown) => normaliseOption(option, node, stored))
      : normaliseOption(options, node, stored);
  },
  textCodec: jsonTextCodec,
  linkedCodec: {
    kind: 'literal',
    write: (value, node) => asList(value).flatMap((item) => writeOption(item, node)),
    read: (values, node, { stored }) => {
      const result = readOptions(values, node, asList(stored));
      return result.kind === 'problem'
        ? result
        : { kind: 'value', value: preferStored(result.options, stored) };
    },
  },
};
