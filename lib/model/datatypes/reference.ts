import type { RdfValue } from '../../rdf/terms.ts';
import { rdfs } from '../../rdf/vocabulary.ts';
import { pickText } from '../pick-language.ts';
import type { Datatype, DatatypeNode, ToRdfContext } from './datatype.ts';
import { jsonLiteral } from './parts/json-literal.ts';
import { labelProperty, labelsOf } from './parts/label-property.ts';
import { itemIri, itemProblems, newItem, preferredLabels } from './parts/list-item.ts';
import { emptyAsNull, listProblems } from './parts/list-value.ts';
import { asList, isObject, joined, textsAt } from './parts/values.ts';
import { iriNames, partIri, placeName, readElements } from './parts/stored-elements.ts';
import { jsonValue } from './parts/value-text.ts';

/** Items of controlled lists: `[{uri, list_id, labels: [{id, value, language_id, valuetype_id, list_item_id}]}]`. */
export const reference: Datatype = {
  name: 'reference',
  columnText: {
    as: 'labels',
    each: '$[*]',
    texts: ['$.labels[*] ? (@.valuetype_id == "prefLabel")'],
  },
  comparedBy: textsAt('$[*].uri'),
  display: (value, _node, { languages }) =>
    joined(
      asList(value).map((item) => {
        const labels = preferredLabels(item).map(({ text, language }) => [language, text]);
        return pickText(Object.fromEntries(labels), languages);
      }),
    ),
  validate: (value, { config }) => {
    const problems = listProblems(value, itemProblems);
    if (!Array.isArray(value) || value.length < 2 || config['multiValue'] === true) return problems;
    const message = 'This node holds one item: remove the others, or allow several in the model.';
    return [{ code: 'too_many_items', pointer: '', message }, ...problems];
  },
  normalise: emptyAsNull,
  valueText: jsonValue,
  linked: {
    kind: 'reference',
    hasClassOfNode: true,
    describedBy: { [rdfs.label]: 'literal' },
    write: (value, node, context) =>
      asList(value).map((item, index) => itemTerm(item, index, node, context)),
    read: (values, node, { baseUrls, language, stored }) =>
      readElements(
        values,
        stored,
        {
          ofElement: (item, index) => [itemIri(item) ?? placeName(index)],
          ofThing: iriNames,
        },
        ({ id, properties }) =>
          baseUrls.some((baseUrl) => id.startsWith(`${baseUrl}/tile/`))
            ? { kind: 'problem', message: `${id} is no item of a list: give the URI of one.` }
            : { kind: 'value', value: newItem(id, labelsOf(properties), language, node) },
      ),
  },
};

function itemTerm(
  item: unknown,
  index: number,
  { ontologyClass }: DatatypeNode,
  { nodeUri }: ToRdfContext,
): RdfValue {
  if (!isObject(item) || !('uri' in item || 'labels' in item)) return jsonLiteral(item);
  const iri = itemIri(item);
  return {
    kind: 'node',
    id: iri ?? partIri(nodeUri, index),
    types: ontologyClass === null ? [] : [ontologyClass],
    properties: labelProperty(preferredLabels(item)),
    ...(iri !== undefined && { isShared: true }),
  };
}
