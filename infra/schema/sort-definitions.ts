import type { SchemaDefinition } from './definitions.ts';

/** Files of the schema need one another in a circle. */
export class CircularSchema extends Error {
  readonly code = 'circular_schema';
}

/** What is installed one kind after the other; tables, types, functions and views need each other, and go by what they name. */
const phases: readonly (readonly SchemaDefinition['kind'][])[] = [
  ['foundation'],
  ['table', 'type', 'function', 'view'],
  ['shape'],
  ['seed'],
  ['trigger'],
];

/**
 * Orders the statements of a schema so that each comes after those that make what it names. Where nothing else decides they keep their order.
 * @throws CircularSchema with the files
 */
export function sortDefinitions(
  definitions: readonly SchemaDefinition[],
): readonly SchemaDefinition[] {
  return phases.flatMap((kinds) => {
    const some = definitions.filter(({ kind }) => kinds.includes(kind));
    return kinds.length > 1 ? byMentions(some) : some;
  });
}

function byMentions(definitions: readonly SchemaDefinition[]): readonly SchemaDefinition[] {
  const byName = Map.groupBy(definitions, mentionKey);
  const ordered = new Set<SchemaDefinition>();
  const visit = (definition: SchemaDefinition, path: readonly SchemaDefinition[]): void => {
    if (ordered.has(definition)) return;
    if (path.includes(definition)) throw circular(path.slice(path.indexOf(definition)));
    for (const mention of definition.mentions) {
      for (const needed of needs(definition, byName.get(mention) ?? [])) {
        visit(needed, [...path, definition]);
      }
    }
    ordered.add(definition);
  };
  for (const definition of definitions) visit(definition, []);
  return [...ordered];
}

/** A function may call itself, and a table refer to itself. */
function needs(
  definition: SchemaDefinition,
  mentioned: readonly SchemaDefinition[],
): readonly SchemaDefinition[] {
  return mentioned.filter((other) => mentionKey(other) !== mentionKey(definition));
}

/** How the text of others names it: a function with the bracket of its arguments, but without these. */
export function mentionKey({ kind, name }: SchemaDefinition): string {
  return kind === 'function' ? name.slice(0, name.indexOf('(') + 1) : name;
}

function circular(circle: readonly SchemaDefinition[]): CircularSchema {
  const members = circle.map(({ name, file }) => `${name} (${file})`);
  return new CircularSchema(`These need one another: ${members.join(', ')}`);
}
