import {
  hasDataPage,
  listOperationPaths,
  type Method,
  type Operation,
} from '../../lib/http/operation.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/**
 * Returns the API Gateway resource for a path. In API Gateway a resource can have only one child that is a variable, so
 * all operations must use the same name for it, and renaming it would break deployments. So variables are named by their
 * position.
 * @param path such as `/resources/{resource_instance_id}`
 * @returns such as `/resources/{first}`
 * @throws Error if the path has more variables than there are ordinals
 */
export function toGatewayPath(path: string): string {
  let position = 0;
  return path.replaceAll(/\{[^{}+]+\}/g, () => {
    const name = ordinals[position];
    if (name === undefined) throw new Error(`${path} has over ${ordinals.length} variables.`);
    position += 1;
    return `{${name}}`;
  });
}

/** Returns the API Gateway resources for the path and the alias of an operation, in this order. */
export function gatewayPathsOf(operation: Pick<Operation, 'path' | 'alias'>): readonly string[] {
  return listOperationPaths(operation).map(toGatewayPath);
}

/** The methods of operations, in the order of the `Allow` header. */
export const orderedMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * Lists the `Allow` header of each resource. GET implies HEAD, and OPTIONS is always allowed.
 * @rule Requests: What does `Allow` list?
 * @returns the headers by resource path, sorted
 */
export function listAllowedMethods(
  operations: readonly Pick<Operation, 'method' | 'path' | 'alias'>[],
): ReadonlyMap<string, string> {
  const paths = new Set(
    operations.filter(({ method }) => method !== 'ANY').flatMap(gatewayPathsOf),
  );
  const allowed = [...paths].toSorted().map((path): readonly [string, string] => {
    const methodsOfPath = orderedMethods.filter((method) =>
      operations.some(
        (operation) => operation.method === method && gatewayPathsOf(operation).includes(path),
      ),
    );
    const head = methodsOfPath.includes('GET') ? ['HEAD'] : [];
    return [path, [...methodsOfPath, ...head, 'OPTIONS'].join(', ')];
  });
  return new Map(allowed);
}

/** Lists the API Gateway resources with data that a browser can also get as a page, sorted by path. */
export function listPageResources(
  operations: readonly Pick<Operation, 'method' | 'formats' | 'path' | 'alias'>[],
): readonly string[] {
  const resources = operations.filter(hasDataPage).flatMap(gatewayPathsOf);
  return [...new Set(resources)].toSorted();
}

/**
 * Lists the API Gateway resources of the pages with forms, sorted by path.
 * @throws Error if such a resource also has an operation that is not a page, because CORS headers are decided for a whole
 * resource, and scripts of other origins must be able to read the responses of that operation
 */
export function listFormResources(
  operations: readonly Pick<Operation, 'id' | 'access' | 'path' | 'alias'>[],
): readonly string[] {
  const resources = new Set(
    operations.filter(({ access }) => access === 'session').flatMap(gatewayPathsOf),
  );
  for (const operation of operations) {
    if (
      operation.access === 'session' ||
      resources.isDisjointFrom(new Set(gatewayPathsOf(operation)))
    )
      continue;
    throw new Error(`${operation.id} has the same path as a page. Give it another path.`);
  }
  return [...resources].toSorted();
}

/**
 * Lists the resources that API Gateway creates for paths: one for each path segment.
 * @param paths such as `/api/nodes`
 * @returns such as `/api` and `/api/nodes`, sorted
 */
export function withParentPaths(paths: Iterable<string>): readonly string[] {
  const resources = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/').slice(1);
    parts.forEach((_, index) => resources.add(`/${parts.slice(0, index + 1).join('/')}`));
  }
  return [...resources].toSorted();
}
