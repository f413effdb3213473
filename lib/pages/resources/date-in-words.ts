import { html, type Html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';
import { formatEdtf } from './format-edtf.ts';
import { textHtml } from './rich-text.ts';

/**
 * Shows a date in words, with the original text as its tooltip.
 * @param text a date in EDTF, or any other text, which is shown as it is
 * @param maxLength the length at which such a text is cut
 */
export function dateInWords(text: string, words: Words, maxLength?: number): Html {
  const readable = formatEdtf(text, words);
  return readable === text
    ? textHtml(text, maxLength)
    : html`<span title="${text}">${readable}</span>`;
}
