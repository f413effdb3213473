const quote = 0x22;
const backslash = 0x5c;

/**
 * Finds the end of the content of a JSON string: the closing quote, or the end of the text. `isNextEscaped` is true if
 * the text ends with a backslash that escapes the character after it.
 */
function findStringEnd(
  text: string,
  start: number,
): { readonly end: number; readonly isNextEscaped: boolean } {
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) return { end: index, isNextEscaped: false };
    index += code === backslash ? 2 : 1;
  }
  return { end: text.length, isNextEscaped: index > text.length };
}

/** Creates an indenter for JSON in parts of any size. It copies numbers and strings without parsing them. */
function createIndenter(spaces: number): (part: string) => string {
  const lineBreak = (depth: number): string =>
    spaces === 0 ? '' : `\n${' '.repeat(spaces * depth)}`;
  const colon = spaces === 0 ? ':' : ': ';
  let depth = 0;
  let isAfterOpeningBracket = false;
  let isInString = false;
  let isNextEscaped = false;

  /** Writes a character outside of strings, with the white space around it. */
  function writeCharacter(character: string): string {
    if (character === ',') return `,${lineBreak(depth)}`;
    if (character === ':') return colon;
    if (character === ']' || character === '}') {
      depth -= 1;
      const lineBreakBefore = isAfterOpeningBracket ? '' : lineBreak(depth);
      isAfterOpeningBracket = false;
      return `${lineBreakBefore}${character}`;
    }
    const lineBreakBefore = isAfterOpeningBracket ? lineBreak(depth) : '';
    isAfterOpeningBracket = character === '[' || character === '{';
    if (isAfterOpeningBracket) depth += 1;
    else if (character === '"') isInString = true;
    return `${lineBreakBefore}${character}`;
  }

  return (part) => {
    const pieces: string[] = [];
    let index = 0;
    if (isNextEscaped && part !== '') {
      pieces.push(part.charAt(0));
      index = 1;
      isNextEscaped = false;
    }
    while (index < part.length) {
      if (isInString) {
        const stringEnd = findStringEnd(part, index);
        isInString = stringEnd.end === part.length;
        isNextEscaped = stringEnd.isNextEscaped;
        pieces.push(part.slice(index, stringEnd.end + 1));
        index = stringEnd.end + 1;
      } else {
        const character = part.charAt(index);
        if (character > ' ') pieces.push(writeCharacter(character));
        index += 1;
      }
    }
    return pieces.join('');
  };
}

/**
 * Indents a JSON string like `JSON.stringify`, but keeps every digit of numbers.
 * @param spaces 0 to 10; 0 removes all white space
 */
export function indentJsonString(text: string, spaces: number): string {
  return createIndenter(spaces)(text);
}

/**
 * Indents a JSON string that arrives in parts.
 * @param parts split at any character
 * @param spaces 0 to 10; 0 removes all white space
 */
export async function* indentJsonParts(
  parts: AsyncIterable<string>,
  spaces: number,
): AsyncGenerator<string, void, undefined> {
  const indent = createIndenter(spaces);
  for await (const part of parts) yield indent(part);
}
