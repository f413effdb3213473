/** A member of an object: its name, and its value as a JSON string. */
export type JsonMember = readonly [name: string, value: string];

/**
 * Splits a JSON object into its members without parsing their values, so that numbers keep every digit and unused members cost little.
 * @param object a JSON string as PostgreSQL writes jsonb: with a space after each comma and each colon, and no other spaces
 */
export function splitMembers(object: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let position = 1;
  while (object.charCodeAt(position) === quote) {
    const nameEnd = endOfString(object, position);
    const name = object.slice(position + 1, nameEnd - 1);
    const valueStart = nameEnd + ': '.length;
    const valueEnd = endOfValue(object, valueStart);
    members.push([
      name.includes('\\') ? parseJsonString(object.slice(position, nameEnd)) : name,
      object.slice(valueStart, valueEnd),
    ]);
    position = valueEnd + ', '.length;
  }
  return members;
}

const quote = 0x22;
const backslash = 0x5c;

function parseJsonString(text: string): string {
  return String(JSON.parse(text));
}

/** Returns the position after a string. @param start the position of its first quote */
function endOfString(json: string, start: number): number {
  for (let position = json.indexOf('"', start + 1); ; position = json.indexOf('"', position + 1)) {
    if (position === -1) throw new SyntaxError('A JSON string has no end.');
    let backslashes = 0;
    while (json.charCodeAt(position - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return position + 1;
  }
}

function endOfValue(json: string, start: number): number {
  const firstCharacter = json.charCodeAt(start);
  if (firstCharacter === quote) return endOfString(json, start);
  if (isOpeningBracket(firstCharacter)) return endOfNested(json, start);
  let position = start;
  while (position < json.length && !endsValue(json.charCodeAt(position))) position += 1;
  return position;
}

function endOfNested(json: string, start: number): number {
  let depth = 0;
  for (let position = start; position < json.length; position += 1) {
    const character = json.charCodeAt(position);
    if (character === quote) position = endOfString(json, position) - 1;
    else if (isOpeningBracket(character)) depth += 1;
    else if (isClosingBracket(character)) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  throw new SyntaxError('A JSON object or list has no end.');
}

function isOpeningBracket(character: number): boolean {
  return character === 0x7b || character === 0x5b;
}

function isClosingBracket(character: number): boolean {
  return character === 0x7d || character === 0x5d;
}

function endsValue(character: number): boolean {
  return character === 0x2c || isClosingBracket(character);
}
