import { operationPaths, type Method, type Operation } from '../../lib/http/operation.ts';

const ordinals = ['first', 'second', 'third', 'fourth'];

/**
 * The resource of API Gateway for the path of an operation. A resource has one variable child, whose name cannot suit every
 * operation, and whose renaming would break a deployment: so variables are named by their place.
 * @param path such as `/resources/{resource_instance_id}`
 * @returns such as `/resources/{first}`
 * @throws Error when the path has more variables than there are names
 */
export function resourcePath(path: string): string {
  let place = 0;
  return path.replaceAll(/\{[^}+]+\}/g, () => {
    const name = ordinals[place];
    if (name === undefined) throw new Error(`${path} has over ${ordinals.length} variables.`);
    place += 1;
    return `{${name}}`;
  });
}

/** The resources of API Gateway for all paths of an operation, that of its own first. */
export function resourcePathsOf(operation: Pick<Operation, 'path' | 'alias'>): readonly string[] {
  return operationPaths(operation).map(resourcePath);
}

/** The methods that operations have, in the order in which `Allow` names them. */
export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * What the header `Allow` says of each resource: HEAD follows from GET, and OPTIONS is always there.
 * @param operations all that there are
 * @returns by the path of the resource, in the order of paths
 */
export function listAllowedMethods(
  operations: readonly Pick<Operation, 'method' | 'path' | 'alias'>[],
): ReadonlyMap<string, string> {
  const paths = new Set(
    operations.filter(({ method }) => method !== 'ANY').flatMap(resourcePathsOf),
  );
  const allowed = [...paths].toSorted().map((path): readonly [string, string] => {
    const here = methods.filter((method) =>
      operations.some((one) => one.method === method && resourcePathsOf(one).includes(path)),
    );
    const head = here.includes('GET') ? ['HEAD'] : [];
    return [path, [...here, ...head, 'OPTIONS'].join(', ')];
  });
  return new Map(allowed);
}

/**
 * The resources that have pages for a browser, in the order of paths.
 * @throws Error when something else is at one of them, so that scripts of other origins would have to read it
 */
export function listPageResources(
  operations: readonly Pick<Operation, 'id' | 'access' | 'path' | 'alias'>[],
): readonly string[] {
  const resources = new Set(
    operations.filter(({ access }) => access === 'session').flatMap(resourcePathsOf),
  );
  for (const one of operations) {
    if (one.access === 'session' || resources.isDisjointFrom(new Set(resourcePathsOf(one))))
      continue;
    throw new Error(`${one.id} is at the path of a page. Give it a path of its own.`);
  }
  return [...resources].toSorted();
}

/**
 * The resources that API Gateway makes for some paths: each part of a path is one.
 * @param paths such as `/api/nodes`
 * @returns such as `/api` and `/api/nodes`, in the order of paths
 */
export function resourcesOf(paths: Iterable<string>): readonly string[] {
  const resources = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/').slice(1);
    parts.forEach((_, index) => resources.add(`/${parts.slice(0, index + 1).join('/')}`));
  }
  return [...resources].toSorted();
}
