import type { SchemaDefinition } from './definitions.ts';
import { MigrationRefused } from './migrations.ts';
import { mentionKey } from './sort-definitions.ts';
import type { Schema } from './read-schema.ts';
import type { StoredResult } from './stored-results.ts';

/**
 * The stored results that functions or views make of which the text has changed, themselves or through what they call.
 * @param replaced functions and views that were there with another text
 * @throws MigrationRefused where something that is stored follows from one of them, and nothing says how it is made anew
 */
export function findAffectedResults(
  schema: Pick<Schema, 'definitions' | 'storedResults' | 'withoutResult'>,
  replaced: readonly SchemaDefinition[],
): readonly StoredResult[] {
  const changed = new Set(replaced.map(mentionKey));
  const byName = Map.groupBy(
    schema.definitions.filter(({ kind }) => kind === 'function' || kind === 'view'),
    mentionKey,
  );
  const isChanged = (names: Iterable<string>): boolean =>
    [...reached(names, byName)].some((name) => changed.has(name));
  const known = new Set([
    ...reached(
      schema.storedResults.flatMap(({ functions: madeBy }) => madeBy),
      byName,
    ),
    ...schema.withoutResult,
  ]);
  const unknown = storing(schema.definitions, byName).filter(
    (name) => !known.has(name) && isChanged([name]),
  );
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `What the database stores follows from ${unknown.map((name) => `${name})`).join(', ')}, whose text has changed. ` +
        'Say in infra/schema/stored-results.ts how that is made anew.',
    );
  }
  return schema.storedResults.filter(({ functions: madeBy }) => isChanged(madeBy));
}

/** Functions whose results are stored: those of triggers, and those that tables and indexes name. */
function storing(
  definitions: readonly SchemaDefinition[],
  byName: ReadonlyMap<string, readonly SchemaDefinition[]>,
): readonly string[] {
  const holders = definitions.filter(({ kind }) => ['table', 'shape', 'trigger'].includes(kind));
  const mentioned = new Set(holders.flatMap(({ mentions }) => [...mentions]));
  return [...mentioned].filter((name) => name.endsWith('(') && byName.has(name));
}

/** Functions and views, and all that they use. */
function reached(
  names: Iterable<string>,
  byName: ReadonlyMap<string, readonly SchemaDefinition[]>,
): ReadonlySet<string> {
  const seen = new Set(names);
  // A set gives what is added to it on the way, too.
  for (const name of seen) {
    for (const { mentions } of byName.get(name) ?? []) {
      for (const mention of mentions) if (byName.has(mention)) seen.add(mention);
    }
  }
  return seen;
}
