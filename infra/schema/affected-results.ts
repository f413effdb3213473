import type { SchemaDefinition } from './definitions.ts';
import { MigrationRefused } from './migrations.ts';
import type { Schema } from './read-schema.ts';
import { toMentionKey } from './sort-definitions.ts';
import type { StoredResult } from './stored-results.ts';

type DefinitionsByName = ReadonlyMap<string, readonly SchemaDefinition[]>;

/**
 * Finds the stored results that depend on changed functions or views, directly or through other functions and views.
 * @param changedDefinitions functions and views whose installed text differs
 * @throws MigrationRefused if other stored data depends on one of them
 */
export function findAffectedResults(
  schema: Pick<Schema, 'definitions' | 'storedResults' | 'functionsWithoutResult'>,
  changedDefinitions: readonly SchemaDefinition[],
): readonly StoredResult[] {
  const changedNames = new Set(changedDefinitions.map(toMentionKey));
  const byName = Map.groupBy(
    schema.definitions.filter(({ kind }) => kind === 'function' || kind === 'view'),
    toMentionKey,
  );
  const isAffected = (names: readonly string[]): boolean =>
    !changedNames.isDisjointFrom(withDependencies(names, byName));
  // The functions that stored-results.ts covers.
  const coveredFunctions = withDependencies(
    schema.storedResults.flatMap(({ functions }) => functions),
    byName,
  ).union(new Set(schema.functionsWithoutResult));
  const uncoveredFunctions = listFunctionsOfStoredData(schema.definitions, byName).filter(
    (name) => !coveredFunctions.has(name) && isAffected([name]),
  );
  if (uncoveredFunctions.length > 0) {
    throw new MigrationRefused(
      `Stored data depends on ${uncoveredFunctions.map((name) => `${name})`).join(', ')}, whose text has changed. ` +
        'Define in infra/schema/stored-results.ts how to rebuild it.',
    );
  }
  return schema.storedResults.filter(({ functions }) => isAffected(functions));
}

/** Lists the functions whose results are stored: those of triggers, and those in tables and indexes. */
function listFunctionsOfStoredData(
  definitions: readonly SchemaDefinition[],
  byName: DefinitionsByName,
): readonly string[] {
  const storingDefinitions = definitions.filter(({ kind }) =>
    ['table', 'shape', 'trigger'].includes(kind),
  );
  const mentionedNames = new Set(storingDefinitions.flatMap(({ mentions }) => [...mentions]));
  return [...mentionedNames].filter((name) => name.endsWith('(') && byName.has(name));
}

/** Returns names of functions and views, and the names that these mention directly or indirectly. */
function withDependencies(
  names: readonly string[],
  byName: DefinitionsByName,
): ReadonlySet<string> {
  const allNames = new Set(names);
  // The loop also visits names that are added to the set while it runs.
  for (const name of allNames) {
    for (const { mentions } of byName.get(name) ?? []) {
      for (const mention of mentions) if (byName.has(mention)) allNames.add(mention);
    }
  }
  return allNames;
}
