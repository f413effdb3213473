import { isLosslessNumber } from '../../../lib/json/lossless-json.ts';
import type { Readable } from './rights.ts';
import type { StoredTables, StoredNode } from './stored-tables.ts';

/*
 * The text of one value in a column of a spatial view, by datatype: as docs/spatial-views.md tells it, and nothing of what the
 * service is made of.
 */

/** Gives the text of a value of a node; null where there is nothing to show. */
export type DisplayText = (
  value: unknown,
  node: StoredNode,
  languages: readonly string[],
) => string | null;

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** Puts together what is there of some texts; null where nothing is. */
export function joinTexts(texts: readonly (string | null)[]): string | null {
  const there = texts.filter((text) => text !== null && text !== '');
  return there.length === 0 ? null : there.join(', ');
}

/** In the order in which jsonb keeps its members: shorter names first, then by their bytes. */
function tagsInOrder(tags: readonly string[]): readonly string[] {
  const bytes = (tag: string): Buffer => Buffer.from(tag);
  return tags.toSorted(
    (one, other) =>
      bytes(one).length - bytes(other).length || Buffer.compare(bytes(one), bytes(other)),
  );
}

/** The text of the first of some languages that has one: of the tag itself, of one cut from the right, of any of its base language, else the first there is. */
function pick(texts: Json, languages: readonly string[]): string | null {
  const written = tagsInOrder(Object.keys(texts)).flatMap((tag) => {
    const member = texts[tag];
    const text = isObject(member) ? member['value'] : member;
    return typeof text === 'string' && text !== '' ? [{ tag: tag.toLowerCase(), text }] : [];
  });
  for (const language of languages) {
    const parts = language.toLowerCase().split('-');
    for (let length = parts.length; length > 0; length -= 1) {
      const found = written.find(({ tag }) => tag === parts.slice(0, length).join('-'));
      if (found !== undefined) return found.text;
    }
    const sameBase = written.find(({ tag }) => tag.split('-')[0] === parts[0]);
    if (sameBase !== undefined) return sameBase.text;
  }
  return written[0]?.text ?? null;
}

function plain(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const textOf = (value: unknown, languages: readonly string[]): string | null =>
  isObject(value) ? pick(value, languages) : plain(value);

/** The words of all datatypes, for what is stored and what may be read of it. */
export function displayTextOf(stored: StoredTables, readable: Readable): DisplayText {
  const conceptValues = new Map(stored.conceptValues.map((one) => [one.value_id, one]));
  const ofConcept = Map.groupBy(
    stored.conceptValues.toSorted((one, other) => (one.value_id < other.value_id ? -1 : 1)),
    ({ concept_id }) => concept_id,
  );
  const resources = new Map(stored.resources.map((one) => [one.resource_id, one]));
  const tiles = new Map(stored.tiles.map((one) => [one.tile_id, one]));
  const nodes = new Map(stored.nodes.map((one) => [one.node_id, one]));

  const concept = (valueId: unknown, languages: readonly string[]): string | null => {
    const value = typeof valueId === 'string' ? conceptValues.get(valueId) : undefined;
    if (value === undefined) return null;
    const labels: Record<string, string> = {};
    for (const label of ofConcept.get(value.concept_id) ?? []) {
      if (label.value_type === 'prefLabel') labels[label.language_id ?? ''] ??= label.value;
    }
    return pick(labels, languages) ?? value.value;
  };

  const name = (resourceId: string, languages: readonly string[]): string => {
    if (!readable.maySee(resourceId)) return 'Undefined';
    const names: Record<string, string> = {};
    for (const [tag, texts] of Object.entries(resources.get(resourceId)?.descriptors ?? {})) {
      const { name: whole } = texts;
      if (whole === undefined) continue;
      if (whole.nodegroups.every(readable.mayRead) && whole.resources.every(readable.maySee)) {
        names[tag] = whole.value;
      } else if (whole.own?.nodegroups.every(readable.mayRead) === true) {
        names[tag] = whole.own.value;
      }
    }
    return pick(names, languages) ?? 'Undefined';
  };

  const option = (
    optionId: unknown,
    { config }: StoredNode,
    languages: readonly string[],
  ): string | null => {
    const found = listOf(config['options']).find((one) => isObject(one) && one['id'] === optionId);
    return isObject(found) ? textOf(found['text'], languages) : null;
  };

  const file = (value: unknown, languages: readonly string[]): string | null => {
    if (!isObject(value)) return null;
    return textOf(value['title'], languages) ?? textOf(value['name'], languages);
  };

  const target = (
    tileId: unknown,
    { config }: StoredNode,
    languages: readonly string[],
  ): string | null => {
    const tile = typeof tileId === 'string' ? tiles.get(tileId) : undefined;
    const node = nodes.get(String(config['nodeid']));
    if (tile === undefined || node === undefined || node.nodegroup_id !== tile.nodegroup_id) {
      return null;
    }
    if (!readable.maySee(tile.resource_id) || !readable.mayRead(tile.nodegroup_id)) return null;
    // A value that points on to another tile ends there.
    return node.datatype === 'node-value' ? null : words(tile.data[node.node_id], node, languages);
  };

  const words: DisplayText = (value, node, languages) => {
    switch (node.datatype) {
      case 'string':
        return textOf(value, languages);
      case 'concept':
        return concept(value, languages);
      case 'concept-list':
        return joinTexts(listOf(value).map((one) => concept(one, languages)));
      case 'domain-value':
        return option(value, node, languages);
      case 'domain-value-list':
        return joinTexts(listOf(value).map((one) => option(one, node, languages)));
      case 'resource-instance':
      case 'resource-instance-list':
        return joinTexts(
          listOf(value)
            .map((one) => (isObject(one) ? one['resourceId'] : one))
            .map((one) => (typeof one === 'string' ? name(one.toLowerCase(), languages) : null)),
        );
      case 'file-list':
        return joinTexts(listOf(value).map((one) => file(one, languages)));
      case 'url':
        return plain(isObject(value) ? value['url'] : value);
      case 'node-value':
        return target(value, node, languages);
      default:
        return plain(value);
    }
  };
  return words;
}
