import type { Iri } from '../../rdf/terms.ts';

/** The components of a URI reference (RFC 3986, appendix B). Missing components are undefined. */
type UriParts = {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
};

const uriPattern =
  /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/i;

function parseUri(text: string): UriParts {
  const [, scheme, authority, path = '', query, fragment] = uriPattern.exec(text) ?? [];
  return { scheme, authority, path, query, fragment };
}

function composeUri({ scheme, authority, path, query, fragment }: UriParts): string {
  return (
    (scheme === undefined ? '' : `${scheme}:`) +
    (authority === undefined ? '' : `//${authority}`) +
    path +
    (query === undefined ? '' : `?${query}`) +
    (fragment === undefined ? '' : `#${fragment}`)
  );
}

/** Removes dot segments (RFC 3986, section 5.2.4). */
function removeDotSegments(path: string): string {
  const resolvedSegments: string[] = [];
  const segments = path.split('/');
  const lastSegment = segments.at(-1);
  for (const segment of segments) {
    // An empty first segment is the slash at the beginning of the path, which stays.
    if (segment === '..' && (resolvedSegments.length > 1 || resolvedSegments[0] !== ''))
      resolvedSegments.pop();
    if (segment !== '..' && segment !== '.') resolvedSegments.push(segment);
  }
  if (lastSegment === '.' || lastSegment === '..') resolvedSegments.push('');
  const joinedPath = resolvedSegments.join('/');
  return path.startsWith('/') && !joinedPath.startsWith('/') ? `/${joinedPath}` : joinedPath;
}

/** Merges a relative path with the base path (RFC 3986, section 5.2.3). */
function mergePaths(base: UriParts, path: string): string {
  if (base.authority !== undefined && base.path === '') return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path;
}

function resolveReference(base: UriParts, relative: UriParts): UriParts {
  const { scheme } = base;
  const { fragment } = relative;
  if (relative.authority !== undefined) {
    return { ...relative, scheme, path: removeDotSegments(relative.path) };
  }
  if (relative.path === '') return { ...base, query: relative.query ?? base.query, fragment };
  const path = relative.path.startsWith('/') ? relative.path : mergePaths(base, relative.path);
  return { ...relative, scheme, authority: base.authority, path: removeDotSegments(path) };
}

/**
 * Resolves a reference against a base (RFC 3986, section 5.2). As in JSON-LD, neither is normalised further.
 * @param base an absolute IRI
 * @param text an absolute or relative reference
 */
export function resolveIri(base: Iri, text: string): Iri {
  const relative = parseUri(text);
  return relative.scheme === undefined
    ? composeUri(resolveReference(parseUri(base), relative))
    : text;
}
