import { asList, isLocalizedText, isObject } from '../../model/datatypes/values/json-values.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { SearchedBy } from '../../model/datatypes/datatype.ts';
import { labelOfNode } from '../../model/graphs/node-widget.ts';
import { pickLabel, pickText } from '../../model/pick-language.ts';
import type { CollectionConcept, FilterField } from '../../queries/questions/filter-fields.ts';
import type { Words } from '../words/words.ts';
import type { SearchChoice, SearchField } from './search-fields.ts';

const hintKeys = {
  concepts: 'search-hint.concepts',
  ids: 'search-hint.ids',
  options: undefined,
  truth: undefined,
  numbers: 'search-hint.numbers',
  days: 'search-hint.days',
  words: 'search-hint.words',
} as const satisfies Readonly<Record<SearchedBy, string | undefined>>;

function hintOf(searchedBy: SearchedBy | undefined, words: Words): string {
  const key = searchedBy && hintKeys[searchedBy];
  return key === undefined ? '' : words.text(key);
}

type FieldContext = {
  /** The conditions as they were sent, by name. */
  readonly sent: Readonly<Record<string, string>>;
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly words: Words;
};

/** The fields of the nodes of a model, by cards. */
export function fieldsOfModel(
  fields: readonly FilterField[],
  concepts: readonly CollectionConcept[],
  context: FieldContext,
): readonly { readonly heading: string; readonly fields: readonly SearchField[] }[] {
  const groups = Map.groupBy(fields, ({ cardName, name }) =>
    pickLabel(cardName, name, context.languages),
  );
  return [...groups].map(([heading, ofCard]) => ({
    heading,
    fields: ofCard.map((field) => toSearchField(field, concepts, context)),
  }));
}

function toSearchField(
  field: FilterField,
  concepts: readonly CollectionConcept[],
  context: FieldContext,
): SearchField {
  const { sent, languages, words } = context;
  const { searchedBy } = datatypeOf(field.datatype);
  const parameter = `node.${field.conditionName}`;
  const choices = choicesOf(searchedBy, field.config, concepts, context);
  return {
    name: parameter,
    label: labelOfNode(field, languages),
    hint: hintOf(searchedBy, words),
    value: sent[parameter] ?? '',
    choices: choices && [
      ...choices,
      { value: '*', label: words.text('search.any-value') },
      { value: '!*', label: words.text('search.no-value') },
    ],
  };
}

/** The choices of a node with few values; undefined for a field of text. */
function choicesOf(
  searchedBy: SearchedBy | undefined,
  config: FilterField['config'],
  concepts: readonly CollectionConcept[],
  { languages, words }: FieldContext,
): readonly SearchChoice[] | undefined {
  switch (searchedBy) {
    case 'concepts': {
      const ofCollection = concepts.filter(
        ({ collectionId }) => collectionId === config['rdmCollection'],
      );
      return ofCollection.length === 0
        ? undefined
        : ofCollection.map(({ conceptId, depth, labels }) => ({
            value: conceptId,
            label: `${'– '.repeat(depth - 1)}${pickText(labels, languages) ?? conceptId}`,
          }));
    }
    case 'options':
      return asList(config['options'])
        .filter(isObject)
        .flatMap(({ id, text }) =>
          typeof id === 'string' && isLocalizedText(text)
            ? [{ value: id, label: pickText(text, languages) ?? id }]
            : [],
        );
    case 'truth':
      return [
        { value: 'true', label: words.text('values.true') },
        { value: 'false', label: words.text('values.false') },
      ];
    case undefined:
      return [];
    default:
      return undefined;
  }
}
