import type { Words } from '../words/words.ts';
import type { SearchField } from './search-fields.ts';

type Sent = Readonly<Record<string, string>>;

const names = ['q', 'period', 'near', 'within', 'bbox', 'related', 'changed'] as const;

/** The fields that do not depend on a model. */
export const recordFields = (sent: Sent, words: Words): readonly SearchField[] =>
  names.map((name) => ({
    name,
    label: words.text(`search-field.${name}`),
    hint: words.text(`search-field.${name}.hint`),
    value: sent[name] ?? '',
  }));

/** The conditions that no field offers, each with a field, so that a search keeps them and a message has its place. */
export function otherFields(sent: Sent, fields: readonly SearchField[]): readonly SearchField[] {
  const offered = new Set(fields.map(({ name }) => name));
  return Object.entries(sent)
    .filter(([name]) => name !== 'graph' && !offered.has(name))
    .map(([name, value]) => ({ name, label: name, hint: '', value }));
}
