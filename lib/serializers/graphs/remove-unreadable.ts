import { isObject } from '../../model/datatypes/values/json-values.ts';

/** Tells whether a text names anything that the reader may not know of. */
export type MentionsUnreadable = (text: string) => boolean;

const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * Looks for ids in texts, whatever stands around them.
 * @param unreadableIds of all that the reader may not know of, in lower case
 */
export function createUnreadableCheck(unreadableIds: ReadonlySet<string>): MentionsUnreadable {
  if (unreadableIds.size === 0) return () => false;
  return (text) => (text.toLowerCase().match(uuids) ?? []).some((id) => unreadableIds.has(id));
}

/**
 * A JSON object without what it says of things that are not to be known. A member that names one becomes null; an entry of a list goes, and with it
 * an object of a list that has such a member, for all that it tells is about that thing.
 */
export function removeUnreadable(
  members: Readonly<Record<string, unknown>>,
  namesUnreadable: MentionsUnreadable,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !namesUnreadable(name))
      .map(([name, value]) => [name, cleaned(value, namesUnreadable)]),
  );
}

function cleaned(value: unknown, namesUnreadable: MentionsUnreadable): unknown {
  if (typeof value === 'string') return namesUnreadable(value) ? null : value;
  if (Array.isArray(value)) {
    return value
      .filter((entry) => !isAboutUnreadable(entry, namesUnreadable))
      .map((entry) => cleaned(entry, namesUnreadable));
  }
  return isObject(value) ? removeUnreadable(value, namesUnreadable) : value;
}

function isAboutUnreadable(entry: unknown, namesUnreadable: MentionsUnreadable): boolean {
  if (typeof entry === 'string') return namesUnreadable(entry);
  if (!isObject(entry)) return false;
  return Object.values(entry).some((value) => typeof value === 'string' && namesUnreadable(value));
}
