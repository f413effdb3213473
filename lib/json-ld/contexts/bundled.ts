import type { JsonObject } from '../../model/datatypes/values/json-values.ts';
import { heritageContext } from './heritage.ts';
import {
  earlierLinkedArtContext,
  earlierLinkedArtUrls,
  linkedArtContext,
  linkedArtUrls,
} from './linked-art.ts';

/**
 * Returns the contexts that documents can use by URL. No context is ever fetched.
 * @rule Writing: Which contexts are known? No other is fetched.
 * @param baseUrls the addresses of the service, without a slash at the end
 */
export function bundledContexts(baseUrls: readonly string[]): ReadonlyMap<string, JsonObject> {
  return new Map<string, JsonObject>([
    ...baseUrls.map((baseUrl) => [`${baseUrl}/contexts/heritage.jsonld`, heritageContext] as const),
    ...linkedArtUrls.map((url) => [url, linkedArtContext] as const),
    ...earlierLinkedArtUrls.map((url) => [url, earlierLinkedArtContext] as const),
  ]);
}
