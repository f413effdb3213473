import { STATUS_CODES } from 'node:http';

/** Path objects by path, and their operation objects by method, in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;

/** An operation object, with the members that can be shared. */
export type OperationObject = Readonly<Record<string, unknown>> & {
  readonly parameters?: readonly ParameterPart[];
  readonly responses: Readonly<Record<string, unknown>>;
};

type ParameterPart = Readonly<Record<string, unknown>> & { readonly name: string };

/** A part is shared if it occurs at least this many times. */
const minOccurrences = 3;

/** Returns the name of a shared response: for 429, whose phrase is `Too Many Requests`, it is `TooManyRequests`. */
function toResponseName(status: string): string {
  return (STATUS_CODES[status] ?? 'Server Error').replaceAll(/\W/g, '');
}

/** Finds the most frequent part for each name, if it is frequent enough. Parts are JSON strings. */
function findFrequentParts(
  parts: readonly (readonly [name: string, part: unknown])[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [name, part] of parts) {
    const text = JSON.stringify(part);
    const countsOfName = counts.get(name) ?? new Map<string, number>();
    counts.set(name, countsOfName.set(text, (countsOfName.get(text) ?? 0) + 1));
  }
  const shared = [...counts].flatMap(([name, texts]): [string, string][] => {
    const [text, count] = [...texts].reduce((mostFrequent, candidate) =>
      candidate[1] > mostFrequent[1] ? candidate : mostFrequent,
    );
    return count < minOccurrences ? [] : [[name, text]];
  });
  return new Map(shared.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function parseComponents(shared: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  const parts: [string, unknown][] = [...shared].map(([name, text]) => [name, JSON.parse(text)]);
  return Object.fromEntries(parts);
}

/**
 * Moves parts that many operations repeat into components: parameters, and responses other than 2xx.
 * @returns the paths with references, and the components
 */
export function extractSharedParts(paths: Paths): {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
} {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const parameters = findFrequentParts(
    operations.flatMap((operation) =>
      (operation.parameters ?? []).map((part) => [part.name, part] as const),
    ),
  );
  const responses = findFrequentParts(
    operations
      .flatMap((operation) => Object.entries(operation.responses))
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, part]) => [toResponseName(status), part] as const),
  );
  const toReference = (
    kind: string,
    shared: ReadonlyMap<string, string>,
    name: string,
    part: unknown,
  ) =>
    shared.get(name) === JSON.stringify(part) ? { $ref: `#/components/${kind}/${name}` } : part;
  const rewriteOperation = (operation: OperationObject) => ({
    ...operation,
    ...(operation.parameters === undefined
      ? {}
      : {
          parameters: operation.parameters.map((part) =>
            toReference('parameters', parameters, part.name, part),
          ),
        }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, part]) => [
        status,
        toReference('responses', responses, toResponseName(status), part),
      ]),
    ),
  });
  return {
    paths: mapValues(paths, (path) => mapValues(path, rewriteOperation)),
    components: { parameters: parseComponents(parameters), responses: parseComponents(responses) },
  };
}

function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
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
