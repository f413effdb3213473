import type { Member } from '../../json/members.ts';

/**
 * Makes GeoJSON properties of named values. Values of one name are joined together in a list (specification, GET /geojson,
 * rule 4), in the order in which they come; a single value stays as it is, also one that is a list itself.
 * @param values JSON texts
 * @returns the JSON text of the members, each with a comma behind it; empty where there are none
 */
export function joinProperties(values: readonly Member[]): string {
  const byName = new Map<string, string[]>();
  for (const [name, value] of values) {
    const earlier = byName.get(name);
    if (earlier === undefined) byName.set(name, [value]);
    else earlier.push(value);
  }
  let text = '';
  for (const [name, found] of byName) {
    const value = found.length === 1 ? found[0] : `[${found.join(',')}]`;
    text += `${nameText(name)}:${value},`;
  }
  return text;
}

const nameTexts = new Map<string, string>();

/** A name as JSON: there are few, and they come with every feature. */
function nameText(name: string): string {
  const known = nameTexts.get(name);
  if (known !== undefined) return known;
  const written = JSON.stringify(name);
  if (nameTexts.size > 10_000) nameTexts.clear();
  nameTexts.set(name, written);
  return written;
}
