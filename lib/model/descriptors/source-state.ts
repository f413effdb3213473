import { createHash } from 'node:crypto';

import type { Descriptor } from './fill-templates.ts';

/** By language. */
export type ResourceNames = Readonly<Record<string, Descriptor>>;

/** The parts of a concept that a name uses, looked up by one of the concept's values. */
export type NamingConcept = {
  readonly conceptId: string;
  readonly text: string;
  /** By language. */
  readonly labels: Readonly<Record<string, string>>;
};

/**
 * Hashes the parts of a resource instance that a name uses. Must equal the database function resource_state.
 * @param containedIds all resource instances whose names are part of its name, directly or not
 * @returns null if it has no name
 */
export function resourceState(names: ResourceNames, containedIds: Iterable<string>): string | null {
  if (Object.keys(names).length === 0) return null;
  const lines = sortByBytes(Object.keys(names)).flatMap((language) => {
    const name = names[language];
    return [
      language,
      name?.value ?? '',
      name?.own?.value ?? '',
      sortByBytes(name?.nodegroups ?? []).join(' '),
      sortByBytes(name?.resources ?? []).join(' '),
      sortByBytes(name?.own?.nodegroups ?? []).join(' '),
    ];
  });
  return hashLines([...lines, sortByBytes([...containedIds]).join(' ')]);
}

/**
 * Hashes the parts of a concept value that a name uses. Must equal the database function concept_value_state.
 * @param concept undefined if the thesaurus does not have the value
 */
export function conceptValueState(concept: NamingConcept | undefined): string | null {
  if (concept === undefined) return null;
  const { text, conceptId, labels } = concept;
  const lines = sortByBytes(Object.keys(labels)).flatMap((language) => [
    language,
    labels[language] ?? '',
  ]);
  return hashLines([text, conceptId, ...lines]);
}

function hashLines(lines: readonly string[]): string {
  return createHash('md5').update(lines.join('\n')).digest('hex');
}

/** Sorts like the database collation "C": by UTF-8 bytes. */
function sortByBytes(texts: readonly string[]): readonly string[] {
  return texts.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
}
