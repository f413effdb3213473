import type { JsonMember } from '../../json/split-members.ts';
import { joinNonEmpty } from '../../model/datatypes/values/json-values.ts';

/** The result of joining several values with the same name: a list, or one text with `, ` between them. */
export type JoinMode = 'list' | 'text';

/**
 * Writes named values as GeoJSON properties. Values with the same name are joined in order (specification, GET
 * /geojson, rule 4); a single value stays unchanged, even a list.
 * @rule GeoJSON and OGC API Features: What happens to properties whose names clash?
 * @param values as JSON strings
 * @returns the JSON string of the members, each with a comma after it; empty if there are no values
 */
export function joinProperties(values: readonly JsonMember[], mode: JoinMode): string {
  const valuesByName = new Map<string, string[]>();
  for (const [name, value] of values) {
    const previousValues = valuesByName.get(name);
    if (previousValues === undefined) valuesByName.set(name, [value]);
    else previousValues.push(value);
  }
  let text = '';
  for (const [name, texts] of valuesByName) {
    text += `${quoteName(name)}:${joinValues(texts, mode)},`;
  }
  return text;
}

function joinValues(values: readonly string[], mode: JoinMode): string {
  const [firstValue = 'null', secondValue] = values;
  if (secondValue === undefined) return firstValue;
  if (mode === 'list') return `[${values.join(',')}]`;
  return JSON.stringify(joinNonEmpty(values.map(textFromJson)) ?? '');
}

/** Returns strings unquoted, null as null, and other values as JSON. */
function textFromJson(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

const quotedNames = new Map<string, string>();

/** Writes a name as JSON. The result is cached, because the same few names occur in every feature. */
function quoteName(name: string): string {
  const cached = quotedNames.get(name);
  if (cached !== undefined) return cached;
  const quotedName = JSON.stringify(name);
  if (quotedNames.size > 10_000) quotedNames.clear();
  quotedNames.set(name, quotedName);
  return quotedName;
}
