import { html as escaping } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of a document. */
export type Html = HtmlEscapedString;

/** What may stand in a template: texts are escaped, and `false` and `undefined` leave nothing. */
type HtmlPiece = string | number | Html | readonly Html[] | false | undefined;

/** Writes a piece of a document; whatever is put into it is escaped, unless it is a piece itself. */
export function html(strings: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  const written = escaping(strings, ...pieces);
  if (written instanceof Promise) throw new Error('A page is written at once.');
  return written;
}
