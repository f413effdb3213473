import { html as escaping } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString;

/** Values in a template: texts are escaped, `false` and `undefined` are left out. */
type HtmlPiece = string | number | Html | readonly Html[] | false | undefined;

/** Creates HTML from a template. Values are escaped unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  const result = escaping(strings, ...pieces);
  if (result instanceof Promise) throw new Error('Templates must not contain promises.');
  return result;
}
