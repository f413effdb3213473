/** What begins and ends each message of the test language. */
export const [messageStart, messageEnd] = ['⟦', '⟧'];

/** Elements in which pages show data: names, values, codes, and dates that the language writes. */
const dataElement = /^<(?:code|pre|time|textarea)\b|\s(?:dir="(?:auto|ltr)"|lang="en")/;

const token =
  /<!--.*?-->|<(script|style|title)\b.*?<\/\1>|<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>|[^<]+/gs;

const voidElement = /^<(?:input|br|hr|meta|link|img|!doctype)\b|\/>$/i;

const namedAttribute = /\s(?:aria-label|alt|placeholder|data-copied|data-selected)="([^"]*)"/g;

const letters = /\p{L}/u;

/**
 * Finds the texts of a page that are neither from a message nor data.
 * @param html a page whose messages all stand between `messageStart` and `messageEnd`
 */
export function findStrayTexts(html: string): readonly string[] {
  const body = html.slice(html.indexOf('<body'));
  const open: boolean[] = [];
  const strays: string[] = [];
  let depth = 0;
  for (const [text] of body.matchAll(token)) {
    if (/^<(?:script|style|title|!--)/.test(text)) continue;
    if (!text.startsWith('<')) {
      const isData = open.includes(true);
      const [outside, change] = readText(text, depth);
      if (!isData && letters.test(outside)) strays.push(outside.trim());
      depth += change;
      continue;
    }
    if (!open.includes(true)) strays.push(...attributeTexts(text));
    if (text.startsWith('</')) open.pop();
    else if (!voidElement.test(text)) open.push(dataElement.test(text));
  }
  return strays;
}

/** Returns what of a text is outside of messages, and how many more messages are open after it. */
function readText(text: string, depthBefore: number): readonly [outside: string, change: number] {
  let depth = depthBefore;
  let outside = '';
  for (const character of text.replaceAll(/&\w+;/g, '')) {
    if (character === messageStart) depth += 1;
    else if (character === messageEnd) depth -= 1;
    else if (depth === 0) outside += character;
  }
  return [outside, depth - depthBefore];
}

const attributeTexts = (tag: string): readonly string[] =>
  [...tag.matchAll(namedAttribute)].flatMap(([, text = '']) =>
    letters.test(text) && !text.startsWith(messageStart) ? [text] : [],
  );
