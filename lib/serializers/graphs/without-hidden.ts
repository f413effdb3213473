import { isObject } from '../../model/datatypes/parts/values.ts';

/** Tells whether a text names anything that the reader may not know of. */
export type NamesHidden = (text: string) => boolean;

const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * Looks for ids in texts, whatever stands around them.
 * @param hiddenIds of all that the reader may not know of, in lower case
 */
export function namesAnyOf(hiddenIds: ReadonlySet<string>): NamesHidden {
  if (hiddenIds.size === 0) return () => false;
  return (text) => (text.toLowerCase().match(uuids) ?? []).some((id) => hiddenIds.has(id));
}

/**
 * A JSON object without what it says of hidden things. A member that names one becomes null; an entry of a list goes, and with it
 * an object of a list that has such a member, for all that it tells is about that thing.
 */
export function withoutHidden(
  members: Readonly<Record<string, unknown>>,
  namesHidden: NamesHidden,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !namesHidden(name))
      .map(([name, value]) => [name, cleaned(value, namesHidden)]),
  );
}

function cleaned(value: unknown, namesHidden: NamesHidden): unknown {
  if (typeof value === 'string') return namesHidden(value) ? null : value;
  if (Array.isArray(value)) {
    return value
      .filter((entry) => !isAboutHidden(entry, namesHidden))
      .map((entry) => cleaned(entry, namesHidden));
  }
  return isObject(value) ? withoutHidden(value, namesHidden) : value;
}

function isAboutHidden(entry: unknown, namesHidden: NamesHidden): boolean {
  if (typeof entry === 'string') return namesHidden(entry);
  if (!isObject(entry)) return false;
  return Object.values(entry).some((value) => typeof value === 'string' && namesHidden(value));
}
