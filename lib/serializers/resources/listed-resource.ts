import { parseLossless } from '../../json/lossless-json.ts';
import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import type { ListedResource } from '../../queries/resources/list-resource-documents.ts';
import { pickDescriptor } from './service-json.ts';
import { statedMembers } from './stated-members.ts';

/**
 * Writes a resource instance in a list with the types that strict clients expect: descriptors are texts in one
 * language, and provisional edits are a list.
 * @param languages tags, preferred first
 */
export function writeListedResource(
  { header, tiles }: ListedResource,
  languages: readonly string[],
): string {
  const kinds = new Set(Object.values(header.descriptors).flatMap((texts) => Object.keys(texts)));
  const descriptors = Object.fromEntries(
    [...kinds].flatMap((kind) => {
      const text = pickDescriptor(header.descriptors, kind, languages);
      return text === null ? [] : [[kind, text]];
    }),
  );
  const instance = JSON.stringify({
    resourceinstanceid: header.resourceId,
    graph_id: header.graphId,
    graph_publication_id: header.publicationId,
    legacyid: header.legacyId,
    name: descriptors['name'] ?? '',
    descriptors,
    principaluser_id: header.principalUserId ?? null,
    ...statedMembers(header),
  });
  return `{"resourceinstance":${instance},"tiles":${listProvisionalEdits(tiles)},"metadata":{}}`;
}

/**
 * Converts provisional edits, which are stored by account, into a list. Most tiles have none and are not parsed.
 */
function listProvisionalEdits(tiles: string): string {
  if (!tiles.includes('"provisionaledits":{')) return tiles;
  const convertedTiles = asList(parseLossless(tiles)).map((tile) =>
    isObject(tile) && isObject(tile['provisionaledits'])
      ? { ...tile, provisionaledits: toEditList(tile['provisionaledits']) }
      : tile,
  );
  return JSON.stringify(convertedTiles);
}

function toEditList(editsByAccount: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(editsByAccount).map(([account, edit]) => ({
    user: account,
    ...Object(edit),
  }));
}
