const quote = 0x22;
const backslash = 0x5c;

/**
 * Finds the end of the content of a JSON string: the closing quote, or the end of the text. `escaped` is true if the
 * text ends with an escaping backslash.
 */
function endOfString(
  text: string,
  start: number,
): { readonly end: number; readonly escaped: boolean } {
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) return { end: index, escaped: false };
    index += code === backslash ? 2 : 1;
  }
  return { end: text.length, escaped: index > text.length };
}

/** Creates an indenter for JSON in parts of any size. It copies numbers and strings without parsing them. */
function indenter(spaces: number): (part: string) => string {
  const line = (depth: number): string => (spaces === 0 ? '' : `\n${' '.repeat(spaces * depth)}`);
  const colon = spaces === 0 ? ':' : ': ';
  let depth = 0;
  let justOpened = false;
  let inString = false;
  let escaped = false;

  function punctuation(character: string): string {
    if (character === ',') return `,${line(depth)}`;
    if (character === ':') return colon;
    if (character === ']' || character === '}') {
      depth -= 1;
      const before = justOpened ? '' : line(depth);
      justOpened = false;
      return `${before}${character}`;
    }
    const before = justOpened ? line(depth) : '';
    justOpened = character === '[' || character === '{';
    if (justOpened) depth += 1;
    else if (character === '"') inString = true;
    return `${before}${character}`;
  }

  return (part) => {
    const out: string[] = [];
    let index = 0;
    if (escaped && part !== '') {
      out.push(part.charAt(0));
      index = 1;
      escaped = false;
    }
    while (index < part.length) {
      if (inString) {
        const run = endOfString(part, index);
        inString = run.end === part.length;
        escaped = run.escaped;
        out.push(part.slice(index, run.end + 1));
        index = run.end + 1;
      } else {
        const character = part.charAt(index);
        if (character > ' ') out.push(punctuation(character));
        index += 1;
      }
    }
    return out.join('');
  };
}

/**
 * Indents a JSON string like `JSON.stringify`, but keeps every digit of numbers.
 * @param spaces 0 to 10; 0 removes all white space
 */
export function indentText(text: string, spaces: number): string {
  return indenter(spaces)(text);
}

/**
 * Indents a JSON string that arrives in parts.
 * @param parts split at any character
 * @param spaces 0 to 10; 0 removes all white space
 */
export async function* indentChunks(
  parts: AsyncIterable<string>,
  spaces: number,
): AsyncGenerator<string, void, undefined> {
  const indent = indenter(spaces);
  for await (const part of parts) yield indent(part);
}
