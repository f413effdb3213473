/** The position of the coordinates of a geometry in a text, and its type. */
type CoordinatesSpan = { readonly start: number; readonly end: number; readonly type: string };

/**
 * Replaces the coordinates of a geometry, including those in collections (RFC 7946, section 3.1). All other text
 * is kept byte for byte.
 * @param geometry JSON string; anything other than a geometry is returned unchanged
 * @param transform maps the JSON string of coordinates, with the geometry type, to new coordinates
 */
export function mapCoordinates(
  geometry: string,
  transform: (coordinates: string, type: string) => string,
): string {
  const spans: CoordinatesSpan[] = [];
  findCoordinates(geometry, skipWhitespace(geometry, 0), spans);
  const pieces: string[] = [];
  let copiedEnd = 0;
  for (const { start, end, type } of spans.toSorted((left, right) => left.start - right.start)) {
    pieces.push(geometry.slice(copiedEnd, start), transform(geometry.slice(start, end), type));
    copiedEnd = end;
  }
  return pieces.length === 0 ? geometry : `${pieces.join('')}${geometry.slice(copiedEnd)}`;
}

/**
 * Collects the coordinates if the value at `start` is a geometry.
 * @returns the end of the value
 */
function findCoordinates(text: string, start: number, spans: CoordinatesSpan[]): number {
  if (text[start] !== '{') return findValueEnd(text, start);
  let coordinates: { readonly start: number; readonly end: number } | undefined;
  let type = '';
  let index = skipWhitespace(text, start + 1);
  while (text[index] === '"') {
    const nameEnd = findStringEnd(text, index);
    const name = text.slice(index + 1, nameEnd - 1);
    const valueStart = skipWhitespace(text, skipWhitespace(text, nameEnd) + 1);
    const end =
      name === 'geometries' && text[valueStart] === '['
        ? findCoordinatesInList(text, valueStart, spans)
        : findMemberEnd(text, valueStart);
    if (name === 'coordinates') coordinates = { start: valueStart, end };
    if (name === 'type') type = text.slice(valueStart + 1, end - 1);
    index = skipWhitespace(text, end);
    if (text[index] === ',') index = skipWhitespace(text, index + 1);
  }
  if (coordinates !== undefined) spans.push({ ...coordinates, type });
  return index + 1;
}

/** Collects the coordinates of the geometries in a list. Returns the end of the list. */
function findCoordinatesInList(text: string, start: number, spans: CoordinatesSpan[]): number {
  let index = skipWhitespace(text, start + 1);
  while (index < text.length && text[index] !== ']') {
    index = skipWhitespace(text, findCoordinates(text, index, spans));
    if (text[index] === ',') index = skipWhitespace(text, index + 1);
  }
  return index + 1;
}

/** Returns the position of the next character that is not whitespace. */
export function skipWhitespace(text: string, start: number): number {
  let index = start;
  while (
    text[index] === ' ' ||
    text[index] === '\n' ||
    text[index] === '\r' ||
    text[index] === '\t'
  )
    index += 1;
  return index;
}

function findStringEnd(text: string, start: number): number {
  let index = text.indexOf('"', start + 1);
  while (isEscaped(text, index)) index = text.indexOf('"', index + 1);
  return index === -1 ? text.length : index + 1;
}

/** Whether a quote is escaped, which means that an odd number of backslashes is before it. */
function isEscaped(text: string, quoteIndex: number): boolean {
  let firstBackslash = quoteIndex;
  while (text[firstBackslash - 1] === '\\') firstBackslash -= 1;
  return (quoteIndex - firstBackslash) % 2 === 1;
}

/** Returns the end of a member value. */
function findMemberEnd(text: string, start: number): number {
  const brace = text.indexOf('}', start);
  const quote = text.indexOf('"', start);
  if (text[start] === '[' && (quote === -1 || quote > brace)) {
    // Without texts and objects in the list, the next brace closes the object around it. The last bracket before
    // it is then the end of the list.
    const end = text.lastIndexOf(']', brace) + 1;
    if (end > start && skipWhitespace(text, end) === brace) return end;
  }
  return findValueEnd(text, start);
}

/** Returns the end of a JSON value. */
function findValueEnd(text: string, start: number): number {
  if (text[start] === '"') return findStringEnd(text, start);
  const isScalar = text[start] !== '[' && text[start] !== '{';
  // A regular expression is faster than a loop over characters.
  const nextBoundary = isScalar ? /[,\]}\s]/g : /["[\]{}]/g;
  nextBoundary.lastIndex = start;
  let depth = 0;
  for (let match = nextBoundary.exec(text); match !== null; match = nextBoundary.exec(text)) {
    if (isScalar) return match.index;
    if (match[0] === '"') nextBoundary.lastIndex = findStringEnd(text, match.index);
    else depth += match[0] === '[' || match[0] === '{' ? 1 : -1;
    if (depth === 0) return nextBoundary.lastIndex;
  }
  return text.length;
}
