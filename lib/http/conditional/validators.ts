import { createHash } from 'node:crypto';

import type { HttpResponse, HeaderFields } from '../responses/response.ts';
import { readHeader, type HttpRequest } from '../request/request.ts';

/** An entity tag, without its quotes. */
export type EntityTag = { readonly text: string; readonly isWeak: boolean };

const tag = /(W\/)?"([\x21\x23-\x7e\x80-\uffff]*)"/;
const list = new RegExp(`^[ \\t,]*(?:${tag.source}[ \\t]*(?:,[ \\t,]*|$))+$`);

/**
 * Reads `If-Match` or `If-None-Match` (RFC 9110, sections 8.8.3, 13.1.1 and 13.1.2): a star that stands alone, or a list of entity
 * tags, whose elements may be empty (section 5.6.1).
 * @returns `any` for the star; undefined where the field is neither, so that nothing of it can be meant
 */
export function parseEntityTags(field: string): readonly EntityTag[] | 'any' | undefined {
  if (/^[ \t]*\*[ \t]*$/.test(field)) return 'any';
  if (!list.test(field)) return undefined;
  return Array.from(field.matchAll(new RegExp(tag, 'g')), ([, weakness, text = '']) => ({
    text,
    isWeak: weakness !== undefined,
  }));
}

/** What a caller has already (RFC 9110, sections 13.1.2 and 13.1.3). */
export type ReadConditions = {
  /** The entity tags of `If-None-Match`, without quotes and weakness; `*` for any. None where it cannot be read: it is no condition then. */
  readonly tags: readonly string[];
  /** The time of `If-Modified-Since` in seconds since 1970; null where there is none, or where `If-None-Match` decides. */
  readonly since: number | null;
};

/** The form in which times are written now (RFC 9110, section 5.6.7: IMF-fixdate). Whatever else stands there is no condition. */
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Reads the conditions of a request. @param valueOf the header of a name in lower case */
export function readConditions(valueOf: (name: string) => string | undefined): ReadConditions {
  const noneMatch = valueOf('if-none-match');
  if (noneMatch !== undefined) return { tags: knownTags(noneMatch), since: null };
  const written = valueOf('if-modified-since') ?? '';
  const since = httpDate.test(written) ? Date.parse(written) : Number.NaN;
  return { tags: [], since: Number.isNaN(since) ? null : Math.floor(since / 1000) };
}

/** No answer of ours has the tag `"*"`: it is left out, so that it is not taken for the star. */
function knownTags(noneMatch: string): ReadConditions['tags'] {
  const tags = parseEntityTags(noneMatch) ?? [];
  return tags === 'any' ? ['*'] : tags.map(({ text }) => text).filter((text) => text !== '*');
}

/**
 * An entity tag made of an answer itself, for answers whose source has no version.
 * @param indent what the body will still go through
 */
export function contentTag(mediaType: string, indent: number | undefined, body: string): string {
  const hash = createHash('sha256').update(`${mediaType}\n${indent ?? ''}\n${body}`);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * The headers that let a caller ask later whether anything changed, and ask each time: what an answer depends on, such as
 * grants, may change at any moment, and a cache would otherwise guess from the time of the last change how long it is good.
 * @param etag without quotes
 * @param lastModified seconds since 1970; null where it cannot be told
 */
export function validatorHeaders(etag: string, lastModified: number | null): HeaderFields {
  const time = lastModified === null ? undefined : new Date(lastModified * 1000).toUTCString();
  return {
    'Cache-Control': 'no-cache',
    ETag: `"${etag}"`,
    ...(time === undefined ? {} : { 'Last-Modified': time }),
  };
}

/**
 * Answers 304 when the caller already has what the answer says (RFC 9110, section 13.1.2): whether tags are weak does not matter.
 * @param answer one with the header `ETag`; others are given back as they are
 */
export function applyReadConditions(request: HttpRequest, answer: HttpResponse): HttpResponse {
  const tag = answer.headers?.['ETag'];
  if (tag === undefined || answer.status !== 200) return answer;
  if (!/^(GET|HEAD)$/.test(request.method)) return answer;
  const { tags } = readConditions((name) => readHeader(request, name));
  const isKnown =
    tags.includes('*') || tags.some((known) => `"${known}"` === tag.replace(/^W\//, ''));
  return isKnown ? { status: 304, headers: answer.headers ?? {} } : answer;
}
