import type { JsonMember } from '../../json/split-members.ts';
import { joinNonEmpty } from '../../model/datatypes/values/json-values.ts';

/** What values of one name become: a list of them, or one text with `, ` between them. */
export type JoinMode = 'list' | 'text';

/**
 * Makes GeoJSON properties of named values. Values of one name are joined together (specification, GET /geojson, rule 4), in the order
 * in which they come; a single value stays as it is, also one that is a list itself.
 * @param values JSON texts
 * @returns the JSON text of the members, each with a comma behind it; empty where there are none
 */
export function joinProperties(values: readonly JsonMember[], joining: JoinMode): string {
  const byName = new Map<string, string[]>();
  for (const [name, value] of values) {
    const earlier = byName.get(name);
    if (earlier === undefined) byName.set(name, [value]);
    else earlier.push(value);
  }
  let text = '';
  for (const [name, texts] of byName) {
    text += `${nameText(name)}:${joinedValue(texts, joining)},`;
  }
  return text;
}

function joinedValue(values: readonly string[], joining: JoinMode): string {
  const [first = 'null', another] = values;
  if (another === undefined) return first;
  if (joining === 'list') return `[${values.join(',')}]`;
  return JSON.stringify(joinNonEmpty(values.map(textOfJson)) ?? '');
}

/** A text as it is, null as nothing, all else as its JSON. */
function textOfJson(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
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
