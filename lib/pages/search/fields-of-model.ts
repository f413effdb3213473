import { asList, isLocalizedText, isObject } from '../../model/datatypes/values/json-values.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { SearchedBy } from '../../model/datatypes/datatype.ts';
import { labelOfNode } from '../../model/graphs/node-widget.ts';
import { pickLabel, pickText } from '../../model/pick-language.ts';
import type { CollectionConcept, FilterField } from '../../queries/questions/filter-fields.ts';
import type { SearchChoice, SearchField } from './search-fields.ts';

const any: SearchChoice = { value: '*', label: 'any value' };
const none: SearchChoice = { value: '!*', label: 'no value' };

const hints: Readonly<Record<SearchedBy, string>> = {
  concepts: 'A concept; narrower ones count.',
  ids: 'The id of a record; * for any, !* for none.',
  options: '',
  truth: '',
  numbers: 'A number, or a range such as 10..20; * for any, !* for none.',
  days: 'A date or a range, such as 1850, -0500 or 1800..1900; * for any, !* for none.',
  words: 'Words that each begin some word; * for any, !* for none.',
};

/** The fields of the nodes of a model, by cards. */
export function fieldsOfModel(
  fields: readonly FilterField[],
  concepts: readonly CollectionConcept[],
  sent: Readonly<Record<string, string>>,
  languages: readonly string[],
): readonly { readonly heading: string; readonly fields: readonly SearchField[] }[] {
  const groups = Map.groupBy(fields, ({ cardName, name }) => pickLabel(cardName, name, languages));
  return [...groups].map(([heading, ofCard]) => ({
    heading,
    fields: ofCard.map((field) => toSearchField(field, concepts, sent, languages)),
  }));
}

function toSearchField(
  field: FilterField,
  concepts: readonly CollectionConcept[],
  sent: Readonly<Record<string, string>>,
  languages: readonly string[],
): SearchField {
  const { searchedBy } = datatypeOf(field.datatype);
  const parameter = `node.${field.conditionName}`;
  const choices = choicesOf(searchedBy, field.config, concepts, languages);
  return {
    name: parameter,
    label: labelOfNode(field, languages),
    hint: searchedBy === undefined ? '' : hints[searchedBy],
    value: sent[parameter] ?? '',
    choices: choices && [...choices, any, none],
  };
}

/** The choices of a node with few values; undefined for a field of text. */
function choicesOf(
  searchedBy: SearchedBy | undefined,
  config: FilterField['config'],
  concepts: readonly CollectionConcept[],
  languages: readonly string[],
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
        { value: 'true', label: 'yes' },
        { value: 'false', label: 'no' },
      ];
    case undefined:
      return [];
    default:
      return undefined;
  }
}
