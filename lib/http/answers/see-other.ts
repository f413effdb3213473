import type { Answer } from './answer.ts';

/**
 * Leads from the URI of a thing to the document about it (RFC 9110, section 15.4.4).
 * @param uri absolute
 */
export function seeDocument(uri: string): Answer {
  return { status: 303, headers: { Location: uri } };
}
