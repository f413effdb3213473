import type { SchemaDefinition } from './definitions.ts';

/** Definitions of the schema depend on one another in a circle. */
export class CircularSchema extends Error {
  readonly code = 'circular_schema';
}

// Tables, types, functions and views depend on each other, so they share a phase.
const phases: readonly (readonly SchemaDefinition['kind'][])[] = [
  ['foundation'],
  ['table', 'type', 'function', 'view'],
  ['shape'],
  ['seed'],
  ['trigger'],
];

/**
 * Sorts definitions so that each comes after those that it mentions; otherwise they keep their order.
 * @throws CircularSchema
 */
export function sortDefinitions(
  definitions: readonly SchemaDefinition[],
): readonly SchemaDefinition[] {
  return phases.flatMap((kinds) => {
    const definitionsOfPhase = definitions.filter(({ kind }) => kinds.includes(kind));
    return kinds.length > 1 ? sortByMentions(definitionsOfPhase) : definitionsOfPhase;
  });
}

function sortByMentions(definitions: readonly SchemaDefinition[]): readonly SchemaDefinition[] {
  const byName = Map.groupBy(definitions, toMentionKey);
  const visited = new Set<SchemaDefinition>();
  const visit = (definition: SchemaDefinition, path: readonly SchemaDefinition[]): void => {
    if (visited.has(definition)) return;
    if (path.includes(definition)) throw createCircularSchema(path.slice(path.indexOf(definition)));
    // A function can call itself, and a table can refer to itself.
    for (const mention of definition.mentions.difference(new Set([toMentionKey(definition)]))) {
      for (const dependency of byName.get(mention) ?? []) visit(dependency, [...path, definition]);
    }
    visited.add(definition);
  };
  for (const definition of definitions) visit(definition, []);
  return [...visited];
}

/** Returns the name by which other definitions mention this one: for a function `name(`. */
export function toMentionKey({ kind, name }: SchemaDefinition): string {
  return kind === 'function' ? name.slice(0, name.indexOf('(') + 1) : name;
}

function createCircularSchema(circle: readonly SchemaDefinition[]): CircularSchema {
  const members = circle.map(({ name, file }) => `${name} (${file})`);
  return new CircularSchema(`These definitions depend on one another: ${members.join(', ')}`);
}
