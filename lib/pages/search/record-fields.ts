import type { SearchField } from './search-fields.ts';

type Sent = Readonly<Record<string, string>>;

const offered: readonly Omit<SearchField, 'value'>[] = [
  {
    name: 'q',
    label: 'Words',
    hint: 'Words of the name or of a text.',
  },
  {
    name: 'period',
    label: 'Period',
    hint: 'A date or a range, such as 1850, -0500..-0001 or 1800..1900, or a concept with years.',
  },
  {
    name: 'near',
    label: 'Near a point',
    hint: 'Longitude, latitude and distance in metres, such as -1.826,51.179,2000.',
  },
  {
    name: 'within',
    label: 'Within the area of a record',
    hint: 'The id of the record, such as a parish.',
  },
  {
    name: 'bbox',
    label: 'Within a box',
    hint: 'West, south, east and north, such as -2,51,-1.5,51.5.',
  },
  { name: 'related', label: 'Related to a record', hint: 'The id of the record.' },
  { name: 'changed', label: 'Changed', hint: 'A day or a range of days, such as 2026-11-01...' },
];

/** The fields that do not depend on a model. */
export const recordFields = (sent: Sent): readonly SearchField[] =>
  offered.map((field) => ({ ...field, value: sent[field.name] ?? '' }));

/** The conditions that no field offers, each with a field, so that a search keeps them and a message has its place. */
export function otherFields(sent: Sent, fields: readonly SearchField[]): readonly SearchField[] {
  const names = new Set(fields.map(({ name }) => name));
  return Object.entries(sent)
    .filter(([name]) => name !== 'graph' && !names.has(name))
    .map(([name, value]) => ({ name, label: name, hint: '', value }));
}
