import { isUuid } from '../../model/ids.ts';
import { NotFound } from '../errors/errors.ts';
import type { Answer } from './answer.ts';

/**
 * Leads from the URI of a thing to the document about it (RFC 9110, section 15.4.4).
 * @param uri absolute
 */
export function seeDocument(uri: string): Answer {
  return { status: 303, headers: { Location: uri } };
}

/**
 * Leads from the URI of a thing to the document with the same id. Whether there is one is told by the document, to those who may
 * see it.
 * @param id as it was asked for
 * @param documents the URI below which the documents are
 * @param unknown what is told of what is no id
 * @throws NotFound when it is no id
 */
export function seeDocumentWithId(id: string, documents: string, unknown: string): Answer {
  if (!isUuid(id)) throw new NotFound(unknown);
  return seeDocument(`${documents}/${id.toLowerCase()}`);
}
