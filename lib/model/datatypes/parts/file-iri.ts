import { isAbsoluteIri, toIri } from '../../../rdf/iri.ts';
import type { Iri } from '../../../rdf/terms.ts';
import { isObject } from './values.ts';

/**
 * The address of an uploaded file: its own where that is absolute, else below the service's address.
 * @param file an element of a file list
 * @param baseUrl the service's address without a slash at the end
 * @returns undefined where the file has no address and no id
 */
export function fileIri(file: unknown, baseUrl: string): Iri | undefined {
  if (!isObject(file)) return undefined;
  const { url, file_id: id } = file;
  if (typeof url === 'string' && url.trim() !== '') {
    return isAbsoluteIri(url.trim())
      ? toIri(url)
      : toIri(`${baseUrl}/${url.trim().replace(/^\/+/, '')}`);
  }
  return typeof id === 'string' && id !== '' ? toIri(`${baseUrl}/files/${id}`) : undefined;
}
