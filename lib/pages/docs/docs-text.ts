import { html, type Html } from '../layout/html.ts';

/** Converts the Markdown of a description to HTML. It supports code and bold text. */
export function docsText(text: string): Html {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return html`${pieces.map((piece) => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    return piece.startsWith('**') ? html`<b>${piece.slice(2, -2)}</b>` : html`${piece}`;
  })}`;
}

/** Converts the paragraphs of a description to HTML. */
export function docsParagraphs(text: string): Html {
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${docsText(paragraph)}</p>`)}`;
}
