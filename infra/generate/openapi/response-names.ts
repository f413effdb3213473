import { STATUS_CODES } from 'node:http';

import {
  hasDataPage,
  type Operation,
  type ResponseDescription,
} from '../../../lib/http/operation.ts';

/** Returns the phrase of a status: for 404 it is `Not Found`. */
export function findReasonPhrase(status: string): string {
  return STATUS_CODES[status] ?? 'Server Error';
}

/** Returns the phrase of a status as a name: for 404 it is `NotFound`. */
export function toStatusName(status: string): string {
  return findReasonPhrase(status).replaceAll(/\W/g, '');
}

/** Returns the name of a declared body: for `tilesetsBody` it is `Tilesets`. */
function toBodyName({ body }: ResponseDescription): string {
  const names = typeof body === 'object' ? new Set(Object.values(body)) : [body ?? ''];
  return [...names]
    .filter((name) => name !== 'text')
    .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(/Body$/, ''))
    .join('Or');
}

/** Returns the name of the form of the errors of an operation. Problem documents have none. */
function toErrorFormName({ access, errorFormat }: Operation): string {
  if (access === 'session' || errorFormat === undefined) return '';
  return { oauth: 'OAuth', text: 'Text', 'former-search': 'FormerSearch' }[errorFormat];
}

/**
 * Names a kind of response after its status, its body and its readers: `NotFound`, `NotFoundPage` for browsers, `NotFoundWithPage`
 * for both, `OkProfile`, `NotModifiedWithLink`.
 * @rule Responses: What is a kind of response called in the OpenAPI document?
 * @param headers those of a response without a body that do not follow from its status
 */
export function nameResponse(
  operation: Operation,
  status: string,
  declared: ResponseDescription,
  headers: readonly string[],
): string {
  const isError = status >= '400' && declared.body === undefined;
  const body = isError ? toErrorFormName(operation) : toBodyName(declared);
  const page = operation.access === 'session' ? 'Page' : '';
  const additions = [
    ...(declared.body === undefined ? headers.map((name) => name.replaceAll('-', '')) : []),
    ...(hasDataPage(operation) ? ['Page'] : []),
  ];
  const addition = additions.length === 0 ? '' : `With${additions.join('And')}`;
  const phrase = status === '200' ? 'Ok' : toStatusName(status);
  return `${phrase}${body}${page}${addition}`;
}
