import type { JsonMember } from '../../json/split-members.ts';
import { joinNonEmpty } from '../../model/datatypes/values/json-values.ts';

/** The result of joining several values with the same name: a list, or one text with `, ` between them. */
export type JoinMode = 'list' | 'text';

/**
 * Writes named values as GeoJSON properties. Values with the same name are joined in order (specification, GET
 * /geojson, rule 4); a single value stays unchanged, even a list.
 * @param values as JSON strings
 * @returns the JSON string of the members, each with a comma after it; empty if there are no values
 */
export function joinProperties(values: readonly JsonMember[], mode: JoinMode): string {
  const byName = new Map<string, string[]>();
  for (const [name, value] of values) {
    const previousValues = byName.get(name);
    if (previousValues === undefined) byName.set(name, [value]);
    else previousValues.push(value);
  }
  let text = '';
  for (const [name, texts] of byName) {
    text += `${nameText(name)}:${joinValues(texts, mode)},`;
  }
  return text;
}

function joinValues(values: readonly string[], mode: JoinMode): string {
  const [first = 'null', another] = values;
  if (another === undefined) return first;
  if (mode === 'list') return `[${values.join(',')}]`;
  return JSON.stringify(joinNonEmpty(values.map(textFromJson)) ?? '');
}

/** Returns strings unquoted, null as null, and other values as JSON. */
function textFromJson(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

const nameTexts = new Map<string, string>();

/** Caches names as JSON, because the same few occur in every feature. */
function nameText(name: string): string {
  const cached = nameTexts.get(name);
  if (cached !== undefined) return cached;
  const written = JSON.stringify(name);
  if (nameTexts.size > 10_000) nameTexts.clear();
  nameTexts.set(name, written);
  return written;
}
