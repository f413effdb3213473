import { nameUuid, URI_NAMESPACE } from '../../../lib/model/name-uuid.ts';

const SAMPLE_NAMESPACE = nameUuid(URI_NAMESPACE, 'urn:heritage-data-service:sample');

/**
 * The id of a thing of the sample data, the same at every build (UUID version 5, RFC 9562).
 * @param kind what it is: `graph`, `node`, `concept`, `resource`, `tile` …
 * @param keys the readable keys that name it among its kind, widest first
 */
export function sampleId(kind: string, ...keys: readonly string[]): string {
  return nameUuid(SAMPLE_NAMESPACE, [kind, ...keys].join(' '));
}

/** A source file of the sample data names something that no other file defines. */
export class UnknownSampleKey extends Error {
  readonly code = 'unknown_sample_key';

  constructor(kind: string, key: string) {
    super(`The sample data has no ${kind} "${key}": define it, or correct the key that names it.`);
  }
}
