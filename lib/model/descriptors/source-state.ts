import { createHash } from 'node:crypto';

import type { Descriptor } from './fill-templates.ts';

/** The names of a resource instance by language. */
export type ResourceNames = Readonly<Record<string, Descriptor>>;

/** A concept as a name takes it in, by one of its values. */
export type NamingConcept = {
  readonly conceptId: string;
  readonly text: string;
  /** The preferred labels by language. */
  readonly labels: Readonly<Record<string, string>>;
};

/**
 * The state of a resource instance as a source of names: a hash of all that a name takes from it.
 * The function resource_state of the database says the same.
 * @param within the resource instances whose names are part of its name, however deep
 * @returns null where it has no name
 */
export function resourceState(names: ResourceNames, within: Iterable<string>): string | null {
  if (Object.keys(names).length === 0) return null;
  const lines = inOrder(Object.keys(names)).flatMap((language) => {
    const name = names[language];
    return [
      language,
      name?.value ?? '',
      name?.own?.value ?? '',
      inOrder(name?.nodegroups ?? []).join(' '),
      inOrder(name?.resources ?? []).join(' '),
      inOrder(name?.own?.nodegroups ?? []).join(' '),
    ];
  });
  return hashOf([...lines, inOrder([...within]).join(' ')]);
}

/**
 * The state of a concept value as a source of names, likewise: the function concept_value_state of the database.
 * @param concept undefined where the thesaurus lacks the value
 */
export function conceptValueState(concept: NamingConcept | undefined): string | null {
  if (concept === undefined) return null;
  const { text, conceptId, labels } = concept;
  const lines = inOrder(Object.keys(labels)).flatMap((language) => [
    language,
    labels[language] ?? '',
  ]);
  return hashOf([text, conceptId, ...lines]);
}

function hashOf(lines: readonly string[]): string {
  return createHash('md5').update(lines.join('\n')).digest('hex');
}

/** As the database orders by the collation "C": by the bytes of UTF-8. */
function inOrder(texts: readonly string[]): readonly string[] {
  return texts.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
