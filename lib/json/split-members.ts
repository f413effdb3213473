/** A member of an object: its name, and its value as it is written. */
export type JsonMember = readonly [name: string, value: string];

/**
 * The members of a JSON object, with their values as texts: no digit of them is changed, and nothing is made of what is not looked at.
 * @param object the JSON text of an object, as PostgreSQL writes jsonb: a space behind each comma and each colon, and nowhere else
 */
export function splitMembers(object: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let place = 1;
  while (object.charCodeAt(place) === quote) {
    const nameEnd = endOfText(object, place);
    const name = object.slice(place + 1, nameEnd - 1);
    const value = nameEnd + ': '.length;
    const valueEnd = endOfValue(object, value);
    members.push([
      name.includes('\\') ? readText(object.slice(place, nameEnd)) : name,
      object.slice(value, valueEnd),
    ]);
    place = valueEnd + ', '.length;
  }
  return members;
}

const quote = 0x22;
const backslash = 0x5c;

function readText(text: string): string {
  return String(JSON.parse(text));
}

/** The place behind a text. @param start that of its first quote */
function endOfText(json: string, start: number): number {
  for (let place = json.indexOf('"', start + 1); ; place = json.indexOf('"', place + 1)) {
    if (place === -1) throw new SyntaxError('A text in JSON has no end.');
    let backslashes = 0;
    while (json.charCodeAt(place - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return place + 1;
  }
}

function endOfValue(json: string, start: number): number {
  const first = json.charCodeAt(start);
  if (first === quote) return endOfText(json, start);
  if (isBeginning(first)) return endOfNested(json, start);
  let place = start;
  while (place < json.length && !isBehindValue(json.charCodeAt(place))) place += 1;
  return place;
}

function endOfNested(json: string, start: number): number {
  let depth = 0;
  for (let place = start; place < json.length; place += 1) {
    const character = json.charCodeAt(place);
    if (character === quote) place = endOfText(json, place) - 1;
    else if (isBeginning(character)) depth += 1;
    else if (isEnd(character)) {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  throw new SyntaxError('An object or a list in JSON has no end.');
}

/** Of an object or a list. */
function isBeginning(character: number): boolean {
  return character === 0x7b || character === 0x5b;
}

function isEnd(character: number): boolean {
  return character === 0x7d || character === 0x5d;
}

function isBehindValue(character: number): boolean {
  return character === 0x2c || isEnd(character);
}
