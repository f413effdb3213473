import type { Answer } from './answer.ts';
import { header, type HttpRequest } from './request.ts';

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/**
 * Answers 304 when the caller already has what the answer says (RFC 9110, section 13.1.2).
 * @param answer one with the header `ETag`; others are given back as they are
 */
export function conditional(request: HttpRequest, answer: Answer): Answer {
  const tag = answer.headers?.['ETag'];
  const known = header(request, 'if-none-match');
  if (tag === undefined || known === undefined || answer.status !== 200) return answer;
  if (!/^(GET|HEAD)$/.test(request.method)) return answer;
  const same = known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(tag));
  return same ? { status: 304, headers: answer.headers ?? {} } : answer;
}
