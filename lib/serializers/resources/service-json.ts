import { pickText } from '../../model/pick-language.ts';
import type { ResourceHeader } from '../../queries/resources/resource-document.ts';
import { statedMembers } from './stated-members.ts';

/**
 * Writes the service-json document of a resource instance, in the layout of Arches 7.6.
 * @rule Resource instances: What is the layout of `service-json`?
 * @param tiles the tile records as JSON strings, in order
 * @param languages tags, preferred first, for `displayname` and `name`
 */
export function writeServiceJson(
  header: ResourceHeader,
  tiles: readonly string[],
  languages: readonly string[],
): string {
  const name = pickDescriptor(header.descriptors, 'name', languages);
  const fields = JSON.stringify({
    descriptors: header.descriptors,
    displayname: name,
    graph_id: header.graphId,
    graph_publication_id: header.publicationId,
    legacyid: header.legacyId,
    name: name ?? '',
    principaluser_id: header.principalUserId ?? null,
    ...statedMembers(header),
    resourceinstanceid: header.resourceId,
  });
  return `${fields.slice(0, -1)},"tiles":[${tiles.join(',')}]}`;
}

/**
 * Chooses a descriptor in the reader's language; null if there is none.
 * @param descriptors by language, then by kind
 * @param kind the kind of descriptor, such as `name`
 * @param languages tags, preferred first
 */
export function pickDescriptor(
  descriptors: ResourceHeader['descriptors'],
  kind: string,
  languages: readonly string[],
): string | null {
  return pickText(descriptorTexts(descriptors, kind), languages);
}

/** The texts of a descriptor by language. */
export function descriptorTexts(
  descriptors: ResourceHeader['descriptors'],
  kind: string,
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(descriptors).map(([language, byKind]) => [language, byKind[kind] ?? null]),
  );
}
