import type { JsonObject } from '../../model/datatypes/parts/values.ts';
import { heritage } from './heritage.ts';
import { earlierLinkedArt, earlierLinkedArtUrls, linkedArt, linkedArtUrls } from './linked-art.ts';

/** The contexts that documents can name by URL. No other is known, since none is fetched. */
export class BundledContexts {
  readonly #contexts: ReadonlyMap<string, JsonObject>;

  /** @param baseUrls the addresses of the service, without a slash at the end */
  constructor(baseUrls: readonly string[]) {
    this.#contexts = new Map([
      ...baseUrls.map((baseUrl) => [heritageContextUrl(baseUrl), heritage] as const),
      ...linkedArtUrls.map((url) => [url, linkedArt] as const),
      ...earlierLinkedArtUrls.map((url) => [url, earlierLinkedArt] as const),
    ]);
  }

  get(url: string): JsonObject | undefined {
    return this.#contexts.get(url);
  }

  get urls(): readonly string[] {
    return [...this.#contexts.keys()];
  }
}

/** The URL of our own context. */
function heritageContextUrl(baseUrl: string): string {
  return `${baseUrl}/contexts/heritage.jsonld`;
}
