import type { Bilingual, Texts } from '../texts.ts';
import { stringValue } from '../texts.ts';
import { conceptValue } from '../thesaurus/concept-index.ts';
import type { TileDraft } from './resource-record.ts';

type Named = {
  readonly name: Texts;
  readonly localName?: Texts;
  readonly otherName?: Texts;
};

/** The tiles of the names of a thing: the principal one first, which descriptors are made of. */
export function nameTiles({ name, localName, otherName }: Named): readonly TileDraft[] {
  return [
    ...nameTile(name, 'primary-name'),
    ...nameTile(localName, 'local-name'),
    ...nameTile(otherName, 'alternative-name'),
  ];
}

/** The tile of a description. */
export function descriptionTile(description: Texts): TileDraft {
  return { group: 'description_statement', values: { description: stringValue(description) } };
}

/** A text that is the same in English and French unless both are given. */
export function inBoth(text: string | Bilingual): Bilingual {
  return typeof text === 'string' ? { 'en-US': text, 'fr-FR': text } : text;
}

function nameTile(name: Texts | undefined, type: string): readonly TileDraft[] {
  if (name === undefined) return [];
  const values = { name: stringValue(name), name_type: conceptValue(type) };
  return [{ group: 'names', values }];
}
