import { isAbsoluteIri, toIri } from '../../../rdf/iri.ts';
import type { Iri } from '../../../rdf/terms.ts';
import { isUuid } from '../../ids.ts';
import type { DatatypeNode, ValueProblem } from '../datatype.ts';
import type { Label } from '../codecs/labels.ts';
import { asList, isObject, type JsonObject } from './json-values.ts';

function readLabelObjects(item: unknown): readonly JsonObject[] {
  return isObject(item) ? asList(item['labels']).filter(isObject) : [];
}

/** Returns the preferred labels of a controlled list item. */
export function preferredItemLabels(item: unknown): readonly Label[] {
  return readLabelObjects(item).flatMap(({ value, language_id: language, valuetype_id: type }) =>
    type === 'prefLabel' && typeof value === 'string' && typeof language === 'string'
      ? [{ text: value, language }]
      : [],
  );
}

/**
 * Returns the URI of a controlled list item, otherwise the URN of the id in its labels.
 * @returns undefined if it has neither
 */
export function itemIri(item: unknown): Iri | undefined {
  const uri = isObject(item) ? item['uri'] : undefined;
  if (typeof uri === 'string' && isAbsoluteIri(uri.trim())) return toIri(uri);
  const ids = readLabelObjects(item).map((label) => label['list_item_id']);
  const id = [uri, ...ids].find(isUuid);
  return id === undefined ? undefined : `urn:uuid:${id.toLowerCase()}`;
}

/** Creates an item of the node's controlled list. */
export function createItem(
  uri: Iri,
  labels: readonly Label[],
  defaultLanguage: string,
  { config }: DatatypeNode,
): JsonObject {
  const listId = config['controlledList'];
  return {
    uri,
    ...(typeof listId === 'string' && listId !== '' && { list_id: listId }),
    labels: labels.map((label) => ({
      value: label.text,
      language_id: label.language ?? defaultLanguage,
      valuetype_id: 'prefLabel',
    })),
  };
}

/**
 * Validates a controlled list item.
 * @param pointer JSON Pointer to the item
 */
export function findListItemProblems(item: unknown, pointer: string): readonly ValueProblem[] {
  if (!isObject(item) || typeof item['uri'] !== 'string' || !Array.isArray(item['labels'])) {
    const message = 'This is not an item of a controlled list: give {"uri", "list_id", "labels"}.';
    return [{ code: 'not_a_list_item', pointer, message }];
  }
  return [
    ...item['labels'].flatMap((label, index) => validateLabel(label, `${pointer}/labels/${index}`)),
    ...validateLanguages(item, `${pointer}/labels`),
    ...validateItemIds(item, `${pointer}/labels`),
  ];
}

function validateLabel(label: unknown, pointer: string): readonly ValueProblem[] {
  const keys = ['value', 'language_id', 'valuetype_id'];
  if (isObject(label) && keys.every((key) => typeof label[key] === 'string')) return [];
  const message =
    'This is not a label: give {"value", "language_id", "valuetype_id"}, each a text.';
  return [{ code: 'not_a_label', pointer, message }];
}

function validateLanguages(item: unknown, pointer: string): readonly ValueProblem[] {
  const languages = preferredItemLabels(item).map(({ language }) => language);
  const repeatedLanguages = new Set(
    languages.filter((tag, index) => languages.indexOf(tag) < index),
  );
  return Array.from(repeatedLanguages, (language) => ({
    code: 'repeated_preferred_label',
    pointer,
    message: `There are several preferred labels in ${language}: keep only one for each language.`,
  }));
}

function validateItemIds(item: unknown, pointer: string): readonly ValueProblem[] {
  const itemIds = new Set(readLabelObjects(item).map((label) => label['list_item_id']));
  if (itemIds.size <= 1) return [];
  const message = 'These labels belong to several list items: give each item only its own labels.';
  return [{ code: 'labels_of_other_item', pointer, message }];
}
