import type { ApiResource } from './rest-api.ts';

/** The resource of a path, with the values of its variables, decoded once. */
export type RouteMatch = {
  readonly resource: ApiResource;
  readonly pathParameters: Readonly<Record<string, string>>;
};

function lastPart(resource: ApiResource): string {
  return resource.path.slice(resource.path.lastIndexOf('/') + 1);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The order in which children are tried, the most specific first: literals, variables, greedy variables. */
function rank(resource: ApiResource): number {
  const part = lastPart(resource);
  if (!part.startsWith('{')) return 0;
  return part.endsWith('+}') ? 2 : 1;
}

function matchChildren(
  resource: ApiResource,
  parts: readonly string[],
  pathParameters: Readonly<Record<string, string>>,
): RouteMatch | undefined {
  const [part, ...remainingParts] = parts;
  if (part === undefined) return { resource, pathParameters };
  for (const child of resource.children.toSorted((first, second) => rank(first) - rank(second))) {
    const name = /^\{([^+]+)\+?\}$/.exec(lastPart(child))?.[1];
    if (rank(child) === 2 && name !== undefined) {
      return {
        resource: child,
        pathParameters: { ...pathParameters, [name]: decodePart(parts.join('/')) },
      };
    }
    if (name === undefined && lastPart(child) !== part) continue;
    const values =
      name === undefined ? pathParameters : { ...pathParameters, [name]: decodePart(part) };
    const match = matchChildren(child, remainingParts, values);
    if (match !== undefined) return match;
  }
  return undefined;
}

/**
 * Finds the most specific resource for a path, as API Gateway does. Ignores a slash at the end. The resource of a path that only has longer
 * paths below it has no methods.
 * @param path encoded, without the stage
 */
export function matchRoute(root: ApiResource, path: string): RouteMatch | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  return matchChildren(root, parts, {});
}

/**
 * The function that answers a method of a resource.
 * @returns undefined if API Gateway answers "Missing Authentication Token"
 */
export function functionForMethod(resource: ApiResource, method: string): string | undefined {
  return resource.methods.get(method) ?? resource.methods.get('ANY');
}

/**
 * The time that API Gateway waits for the end of a streamed answer.
 * @returns milliseconds; undefined if the method does not stream
 */
export function streamTimeout(
  { methods, streamTimeouts: streams }: ApiResource,
  method: string,
): number | undefined {
  return streams.get(methods.has(method) ? method : 'ANY');
}
