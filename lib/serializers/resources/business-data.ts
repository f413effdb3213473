import type { ResourceHeader } from '../../queries/resources/resource-document.ts';
import { statedMembers } from './stated-members.ts';

/**
 * Writes the business_data document of the specification (format=json).
 * @rule Resource instances: What is the layout of business data (`json`)?
 * @param tiles the tile records as JSON strings, in order; they are not parsed, so that numbers keep every digit
 */
export function writeBusinessData(header: ResourceHeader, tiles: readonly string[]): string {
  const instance = JSON.stringify({
    graph_id: header.graphId,
    resourceinstanceid: header.resourceId,
    legacyid: header.legacyId,
    ...statedMembers(header),
  });
  return `{"business_data":{"resources":[{"tiles":[${tiles.join(',')}],"resourceinstance":${instance}}]}}`;
}
