import type { Docs, DocsContent, DocsObject, DocsOperation } from './docs-groups.ts';

type Described = Pick<DocsContent, 'type' | 'fields'>;

/** The names of the objects that a body or an object contains. */
const objectNames = ({ type, fields }: Described): readonly string[] =>
  [type, ...fields.map((field) => field.type)].flatMap((pieces) =>
    pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.object])),
  );

/** Lists the objects that bodies contain, and those that these contain, each once, by name. */
export function listObjects(
  contents: readonly Described[],
  { objects }: Pick<Docs, 'objects'>,
): readonly DocsObject[] {
  const listed = new Map<string, DocsObject>();
  const addObjects = (described: Described): void => {
    for (const name of objectNames(described)) {
      const object = objects.get(name);
      if (object === undefined || listed.has(name)) continue;
      listed.set(name, object);
      addObjects(object);
    }
  };
  for (const content of contents) addObjects(content);
  return [...listed.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** All bodies of the request and the responses of an operation. */
export const contentsOf = ({ requestBody, responses }: DocsOperation): readonly DocsContent[] => [
  ...(requestBody?.contents ?? []),
  ...responses.flatMap(({ contents }) => contents),
];
