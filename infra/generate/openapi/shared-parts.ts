import { findFrequentParts, mapValues, parseComponents } from './frequent-parts.ts';
import type { OpenApiVersion } from './json-schema.ts';
import {
  shareEqualResponses,
  shareKindsOfResponses,
  type NamedResponse,
} from './shared-responses.ts';

/** Path objects by path, and their operation objects by method, in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;

/** An operation object, with the members that can be shared. */
export type OperationObject = Readonly<Record<string, unknown>> & {
  readonly parameters?: readonly ParameterPart[];
  readonly responses: Readonly<Record<string, NamedResponse>>;
};

type ParameterPart = Readonly<Record<string, unknown>> & { readonly name: string };

const shareResponses = { '3.0': shareEqualResponses, '3.1': shareKindsOfResponses } as const;

/**
 * Moves parts that operations repeat into components: parameters that at least three have, and responses.
 * @returns the paths with references, and the components
 */
export function extractSharedParts(
  paths: Paths,
  version: OpenApiVersion,
): {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
} {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const parameters = findFrequentParts(
    operations.flatMap((operation) =>
      (operation.parameters ?? []).map((part) => [part.name, part] as const),
    ),
    3,
  );
  const responses = shareResponses[version](
    operations.flatMap((operation) =>
      Object.entries(operation.responses).map(([status, response]) => ({ status, ...response })),
    ),
  );
  const writeParameter = (part: ParameterPart) =>
    parameters.get(part.name) === JSON.stringify(part)
      ? { $ref: `#/components/parameters/${part.name}` }
      : part;
  const writeOperation = (operation: OperationObject) => ({
    ...operation,
    ...(operation.parameters === undefined
      ? {}
      : { parameters: operation.parameters.map(writeParameter) }),
    responses: mapValues(operation.responses, (response, status) =>
      responses.write({ status, ...response }),
    ),
  });
  return {
    paths: mapValues(paths, (path) => mapValues(path, writeOperation)),
    components: { parameters: parseComponents(parameters), responses: responses.components },
  };
}

/** Lists the references to components in a part of a document: `#/components/headers/ETag` as `headers/ETag`. */
function listReferences(part: unknown): readonly string[] {
  return [...JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}

/** Selects the components that are referenced directly or indirectly. */
export function selectUsedComponents(
  paths: unknown,
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const used = new Set<string>();
  const pending = [...listReferences(paths)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    const [kind = '', id = ''] = name.split('/');
    pending.push(...listReferences(components[kind]?.[id] ?? null));
  }
  const usedByKind = Object.entries(components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([id]) => used.has(`${kind}/${id}`))),
  ]);
  return Object.fromEntries(usedByKind.filter(([, parts]) => Object.keys(parts ?? {}).length > 0));
}
