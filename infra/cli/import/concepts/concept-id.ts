import { parseConceptId, type ConceptId } from '../../../../lib/model/ids.ts';
import { deriveNameUuid, URI_NAMESPACE } from '../../../../lib/model/name-uuid.ts';

/**
 * Returns the id of the concept with a URI: the UUID at its end, or else an id derived from the URI.
 * @rule Imports and exports: Which id does an imported concept get?
 */
export function conceptIdFromUri(uri: string): ConceptId {
  const [uuid] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=\/?$)/i.exec(uri) ?? [];
  return parseConceptId(uuid ?? deriveNameUuid(URI_NAMESPACE, uri));
}
