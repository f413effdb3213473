import { createHash } from 'node:crypto';

import type { HttpResponse, HeaderFields } from '../responses/response.ts';
import { readHeader, type HttpRequest } from '../request/request.ts';

/** An entity tag without its quotes. */
export type EntityTag = { readonly text: string; readonly isWeak: boolean };

const entityTagPattern = /(W\/)?"([\x21\x23-\x7e\x80-\uffff]*)"/;
const entityTagListPattern = new RegExp(
  `^[ \\t,]*(?:${entityTagPattern.source}[ \\t]*(?:,[ \\t,]*|$))+$`,
);

/**
 * Parses `If-Match` or `If-None-Match` (RFC 9110, sections 8.8.3, 13.1.1 and 13.1.2): `*`, or a list of entity tags that can have
 * empty elements (section 5.6.1).
 * @rule Responses: How are `If-Match` and `If-None-Match` read?
 * @returns `any` for `*`; undefined if the header is malformed
 */
export function parseEntityTags(header: string): readonly EntityTag[] | 'any' | undefined {
  if (/^[ \t]*\*[ \t]*$/.test(header)) return 'any';
  if (!entityTagListPattern.test(header)) return undefined;
  return Array.from(
    header.matchAll(new RegExp(entityTagPattern, 'g')),
    ([, weakness, text = '']) => ({
      text,
      isWeak: weakness !== undefined,
    }),
  );
}

/** The conditions of a read: the version that the caller already has (RFC 9110, sections 13.1.2 and 13.1.3). */
export type ReadConditions = {
  /** The entity tags of `If-None-Match` without quotes and `W/`, or `*`. Empty if the header is missing or malformed. */
  readonly tags: readonly string[];
  /** The time of `If-Modified-Since` in seconds since 1970. Null if it is missing, or if `If-None-Match` takes precedence. */
  readonly since: number | null;
};

export const noConditions: ReadConditions = { tags: [], since: null };

/** IMF-fixdate (RFC 9110, section 5.6.7). Dates in other formats are ignored. */
const httpDatePattern = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Reads the conditions of a read request. @param readHeaderValue reads a header by its name in lower case */
export function readConditions(
  readHeaderValue: (name: string) => string | undefined,
): ReadConditions {
  const ifNoneMatch = readHeaderValue('if-none-match');
  if (ifNoneMatch !== undefined) return { tags: parseIfNoneMatch(ifNoneMatch), since: null };
  const ifModifiedSince = readHeaderValue('if-modified-since') ?? '';
  const since = httpDatePattern.test(ifModifiedSince) ? Date.parse(ifModifiedSince) : Number.NaN;
  return { tags: [], since: Number.isNaN(since) ? null : Math.floor(since / 1000) };
}

/** Returns `*` or the tags of the header. The tag `"*"` is left out, because it would look like `*`; no response has it. */
function parseIfNoneMatch(header: string): ReadConditions['tags'] {
  const tags = parseEntityTags(header) ?? [];
  return tags === 'any' ? ['*'] : tags.map(({ text }) => text).filter((text) => text !== '*');
}

/**
 * Hashes the content of a response into an entity tag, for data without a version.
 * @rule Responses: What makes an ETag of a response without a version?
 * @param indent is part of the hash, because the body is indented later
 */
export function contentTag(mediaType: string, indent: number | undefined, body: string): string {
  const hash = createHash('sha256').update(`${mediaType}\n${indent ?? ''}\n${body}`);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * The validators of a response (RFC 9110, section 8.8). `no-cache` makes caches revalidate each time, because permissions can change
 * at any moment.
 * @param etag without quotes
 * @param lastModified seconds since 1970; null if unknown
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
 * Turns a 200 whose `ETag` matches `If-None-Match` into a 304 (RFC 9110, section 13.1.2). The comparison is weak.
 * @rule Responses: When is the response a 304?
 */
export function applyReadConditions(request: HttpRequest, response: HttpResponse): HttpResponse {
  const tag = response.headers?.['ETag'];
  if (tag === undefined || response.status !== 200) return response;
  if (!/^(GET|HEAD)$/.test(request.method)) return response;
  const { tags } = readConditions((name) => readHeader(request, name));
  const isNotModified =
    tags.includes('*') || tags.some((requestTag) => `"${requestTag}"` === tag.replace(/^W\//, ''));
  return isNotModified ? { status: 304, headers: response.headers ?? {} } : response;
}
