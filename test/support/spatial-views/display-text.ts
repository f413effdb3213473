import { isLosslessNumber } from '../../../lib/json/lossless-json.ts';
import { expectedLanguage } from '../expected-language.ts';
import type { Access } from '../world/access.ts';
import type { Row, Tables } from '../world/tables.ts';

/*
 * The text of a value in a column of a spatial view, by datatype, as in docs/spatial-views.md. Shares no code with the service.
 */

/** Returns the text of a value of a node; null if it has none. */
export type DisplayText = (
  value: unknown,
  node: Row<'node'>,
  languages: readonly string[],
) => string | null;

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** Joins the texts that are not empty; null if all are empty. */
export function joinTexts(texts: readonly (string | null)[]): string | null {
  const nonEmptyTexts = texts.filter((text) => text !== null && text !== '');
  return nonEmptyTexts.length === 0 ? null : nonEmptyTexts.join(', ');
}

/** Picks the text in the language that a reader is shown. */
function pickByLanguage(texts: Json, languages: readonly string[]): string | null {
  const nonEmptyTexts = new Map(
    Object.entries(texts).flatMap(([tag, member]) => {
      const text = isObject(member) ? member['value'] : member;
      return typeof text === 'string' && text !== '' ? [[tag, text]] : [];
    }),
  );
  return nonEmptyTexts.get(expectedLanguage([...nonEmptyTexts.keys()], languages) ?? '') ?? null;
}

function formatPlainValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const pickText = (value: unknown, languages: readonly string[]): string | null =>
  isObject(value) ? pickByLanguage(value, languages) : formatPlainValue(value);

/** Creates the function that returns the texts that the caller is allowed to read. */
export function createDisplayText(tables: Tables, access: Access): DisplayText {
  const conceptValues = new Map(
    tables.concept_value.map((conceptValue) => [conceptValue.value_id, conceptValue]),
  );
  const valuesOfConcept = Map.groupBy(
    tables.concept_value.toSorted((first, second) => (first.value_id < second.value_id ? -1 : 1)),
    ({ concept_id }) => concept_id,
  );
  const resources = new Map(tables.resource.map((resource) => [resource.resource_id, resource]));
  const tiles = new Map(tables.tile.map((tile) => [tile.tile_id, tile]));
  const nodes = new Map(tables.node.map((node) => [node.node_id, node]));

  const formatConcept = (valueId: unknown, languages: readonly string[]): string | null => {
    const value = typeof valueId === 'string' ? conceptValues.get(valueId) : undefined;
    if (value === undefined) return null;
    const labels: Record<string, string> = {};
    for (const label of valuesOfConcept.get(value.concept_id) ?? []) {
      if (label.value_type === 'prefLabel') labels[label.language_id ?? ''] ??= label.value;
    }
    return pickByLanguage(labels, languages) ?? value.value;
  };

  const formatResourceName = (resourceId: string, languages: readonly string[]): string => {
    if (!access.maySee(resourceId)) return 'Undefined';
    const names = Object.entries(resources.get(resourceId)?.descriptors ?? {}).flatMap(
      ([tag, texts]) => {
        const text = texts['name'] && access.readableText(texts['name']);
        return text === undefined ? [] : [[tag, text] as const];
      },
    );
    return pickByLanguage(Object.fromEntries(names), languages) ?? 'Undefined';
  };

  const formatOption = (
    optionId: unknown,
    { config }: Row<'node'>,
    languages: readonly string[],
  ): string | null => {
    const hasId = (id: unknown) => (candidate: unknown) =>
      isObject(candidate) && candidate['id'] === id;
    const options = toList(config['options']);
    const option =
      options.find(hasId(optionId)) ??
      options.find(
        (candidate) =>
          isObject(candidate) &&
          typeof optionId === 'string' &&
          String(candidate['id']).toLowerCase() === optionId.toLowerCase(),
      );
    return isObject(option) ? pickText(option['text'], languages) : null;
  };

  const formatFile = (value: unknown, languages: readonly string[]): string | null => {
    if (!isObject(value)) return null;
    return pickText(value['title'], languages) ?? pickText(value['name'], languages);
  };

  const formatReferencedValue = (
    tileId: unknown,
    { config }: Row<'node'>,
    languages: readonly string[],
  ): string | null => {
    const tile = typeof tileId === 'string' ? tiles.get(tileId) : undefined;
    const node = nodes.get(String(config['nodeid']));
    if (tile === undefined || node === undefined || node.nodegroup_id !== tile.nodegroup_id) {
      return null;
    }
    if (!access.maySee(tile.resource_id) || !access.mayRead(tile.nodegroup_id)) return null;
    // A reference to a reference has no text.
    return node.datatype === 'node-value'
      ? null
      : displayText(tile.data[node.node_id], node, languages);
  };

  const displayText: DisplayText = (value, node, languages) => {
    switch (node.datatype) {
      case 'string':
        return pickText(value, languages);
      case 'concept':
        return formatConcept(value, languages);
      case 'concept-list':
        return joinTexts(toList(value).map((item) => formatConcept(item, languages)));
      case 'domain-value':
        return formatOption(value, node, languages);
      case 'domain-value-list':
        return joinTexts(toList(value).map((item) => formatOption(item, node, languages)));
      case 'resource-instance':
      case 'resource-instance-list':
        return joinTexts(
          toList(value)
            .map((item) => (isObject(item) ? item['resourceId'] : item))
            .map((item) =>
              typeof item === 'string' ? formatResourceName(item.toLowerCase(), languages) : null,
            ),
        );
      case 'file-list':
        return joinTexts(toList(value).map((item) => formatFile(item, languages)));
      case 'url':
        return formatPlainValue(isObject(value) ? value['url'] : value);
      case 'node-value':
        return formatReferencedValue(value, node, languages);
      default:
        return formatPlainValue(value);
    }
  };
  return displayText;
}
