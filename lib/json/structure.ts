import { maxNesting } from './nesting.ts';

/** What one pass over the text of a JSON document shows, without parsing it. */
export type JsonStructure = {
  /** The number of the members of all objects. */
  readonly memberCount: number;
  /** If true, the members are not all counted. */
  readonly isNestedTooDeep: boolean;
};

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/**
 * Reads the structure of a JSON document.
 * @rule Imports and exports: How large may an imported file become, and how deep may it be nested?
 * @param text of anything else the result has no meaning
 */
export function readStructure(text: string): JsonStructure {
  let memberCount = 0;
  let depth = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === quote) position = findClosingQuote(text, position);
    else if (code === colon) memberCount += 1;
    else if (code === openingBrace || code === openingBracket) {
      depth += 1;
      if (depth > maxNesting) return { memberCount, isNestedTooDeep: true };
    } else if (code === closingBrace || code === closingBracket) depth -= 1;
  }
  return { memberCount, isNestedTooDeep: false };
}

/** Returns the position of the quote that ends a string; the end of the text if there is none. */
function findClosingQuote(text: string, openingQuote: number): number {
  let position = text.indexOf('"', openingQuote + 1);
  while (position !== -1 && isEscaped(text, position)) position = text.indexOf('"', position + 1);
  return position === -1 ? text.length : position;
}

function isEscaped(text: string, position: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(position - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Counts the members of all objects in a parsed document. @param value nested at most `maxNesting` deep */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
  } else if (!JSON.isRawJSON(value)) {
    const members: readonly unknown[] = Object.values(value);
    count = members.length;
    for (const member of members) count += countMembers(member);
  }
  return count;
}

/** Checks in one pass whether a JSON string is nested too deep. */
export function isNestedTooDeep(text: string): boolean {
  // Each level has a bracket at its beginning and one at its end.
  if (text.length <= 2 * maxNesting || hasFewBrackets(text)) return false;
  return readStructure(text).isNestedTooDeep;
}

/** Whether a text has so few brackets that it cannot be nested too deep. */
function hasFewBrackets(text: string): boolean {
  let remaining = maxNesting;
  for (const bracket of ['[', '{']) {
    for (
      let position = text.indexOf(bracket);
      position !== -1;
      position = text.indexOf(bracket, position + 1)
    ) {
      remaining -= 1;
      if (remaining < 0) return false;
    }
  }
  return true;
}
