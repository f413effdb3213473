import type { RdfValue } from '../../rdf/terms.ts';
import { rdfs } from '../../rdf/vocabulary.ts';
import { pickText } from '../pick-language.ts';
import type { Datatype, DatatypeNode, ToRdfContext } from './datatype.ts';
import { writeLiteral } from './codecs/literals.ts';
import { writeLabels, readLabels } from './codecs/labels.ts';
import {
  itemIri,
  findListItemProblems,
  createItem,
  preferredItemLabels,
} from './values/controlled-list-item.ts';
import { emptyAsNull, validateList } from './values/validate-list.ts';
import { asList, isObject, joinNonEmpty, restrictToNonEmptyStrings } from './values/json-values.ts';
import { nodeNames, partIri, positionName, readElements } from './codecs/read-elements.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';

/** Items of controlled lists: `[{uri, list_id, labels: [{id, value, language_id, valuetype_id, list_item_id}]}]`. */
export const referenceDatatype: Datatype = {
  name: 'reference',
  searchedBy: 'words',
  columnText: {
    as: 'labels',
    each: '$[*]',
    texts: ['$.labels[*] ? (@.valuetype_id == "prefLabel")'],
  },
  comparisonPaths: restrictToNonEmptyStrings('$[*].uri'),
  display: (value, _node, { languages }) =>
    joinNonEmpty(
      asList(value).map((item) => {
        const labels = preferredItemLabels(item).map(({ text, language }) => [language, text]);
        return pickText(Object.fromEntries(labels), languages);
      }),
    ),
  validate: (value, { config }) => {
    const problems = validateList(value, findListItemProblems);
    if (!Array.isArray(value) || value.length < 2 || config['multiValue'] === true) return problems;
    const message = 'This node takes one item: remove the others, or allow several in the model.';
    return [{ code: 'too_many_items', pointer: '', message }, ...problems];
  },
  normalise: emptyAsNull,
  textCodec: jsonTextCodec,
  linkedCodec: {
    kind: 'reference',
    hasClassOfNode: true,
    ownPredicates: { [rdfs.label]: 'literal' },
    write: (value, node, context) =>
      asList(value).map((item, index) => writeItem(item, index, node, context)),
    read: (values, node, { baseUrls, language, stored }) =>
      readElements(
        values,
        stored,
        {
          namesOfElement: (item, index) => [itemIri(item) ?? positionName(index)],
          namesOfNode: nodeNames,
        },
        ({ id, properties }) =>
          baseUrls.some((baseUrl) => id.startsWith(`${baseUrl}/tile/`))
            ? { kind: 'problem', message: `${id} is not an item of a list: give the URI of one.` }
            : { kind: 'value', value: createItem(id, readLabels(properties), language, node) },
      ),
  },
};

function writeItem(
  item: unknown,
  index: number,
  { ontologyClass }: DatatypeNode,
  { nodeUri }: ToRdfContext,
): RdfValue {
  if (!isObject(item) || !('uri' in item || 'labels' in item)) return writeLiteral(item);
  const iri = itemIri(item);
  return {
    kind: 'node',
    id: iri ?? partIri(nodeUri, index),
    types: ontologyClass === null ? [] : [ontologyClass],
    properties: writeLabels(preferredItemLabels(item)),
    ...(iri !== undefined && { isShared: true }),
  };
}
