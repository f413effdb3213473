import { isObject } from '../../model/datatypes/values/json-values.ts';

/** Whether a text contains an unreadable id. */
export type MentionsUnreadable = (text: string) => boolean;

const uuidPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * Creates a check for unreadable ids in texts.
 * @param unreadableIds in lower case
 */
export function createUnreadableCheck(unreadableIds: ReadonlySet<string>): MentionsUnreadable {
  if (unreadableIds.size === 0) return () => false;
  return (text) =>
    (text.toLowerCase().match(uuidPattern) ?? []).some((id) => unreadableIds.has(id));
}

/**
 * Removes unreadable ids from a JSON object. A member whose value has an unreadable id becomes null, and a member whose
 * name has one is removed. A list entry is removed if it is a text with an unreadable id, or an object that has one in
 * a member, because the object then describes an unreadable part.
 */
export function removeUnreadable(
  members: Readonly<Record<string, unknown>>,
  mentionsUnreadable: MentionsUnreadable,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !mentionsUnreadable(name))
      .map(([name, value]) => [name, cleanValue(value, mentionsUnreadable)]),
  );
}

function cleanValue(value: unknown, mentionsUnreadable: MentionsUnreadable): unknown {
  if (typeof value === 'string') return mentionsUnreadable(value) ? null : value;
  if (Array.isArray(value)) {
    return value
      .filter((entry) => !isAboutUnreadable(entry, mentionsUnreadable))
      .map((entry) => cleanValue(entry, mentionsUnreadable));
  }
  return isObject(value) ? removeUnreadable(value, mentionsUnreadable) : value;
}

function isAboutUnreadable(entry: unknown, mentionsUnreadable: MentionsUnreadable): boolean {
  if (typeof entry === 'string') return mentionsUnreadable(entry);
  if (!isObject(entry)) return false;
  return Object.values(entry).some(
    (value) => typeof value === 'string' && mentionsUnreadable(value),
  );
}
