import { pathShape, type Method } from './operation.ts';

/** The methods of the operations at each path. */
export type Routes = Readonly<Record<`/${string}`, readonly Method[]>>;

/**
 * What the header `Allow` says of a resource: HEAD follows from GET, and OPTIONS is always there.
 * @param resource of the API, such as `/resources/{first}`; the names of its variables do not matter
 * @param routes the methods at each path
 * @returns undefined when the service has nothing there
 */
export function allowedMethods(resource: string, routes: Routes): string | undefined {
  const shape = pathShape(resource);
  const methods = Object.entries(routes)
    .filter(([path]) => pathShape(path) === shape)
    .flatMap(([, methods]) => methods);
  if (methods.length === 0) return undefined;
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...new Set([...methods, ...head, 'OPTIONS'])].join(', ');
}
