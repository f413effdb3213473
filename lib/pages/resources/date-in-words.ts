import { html, type Html } from '../layout/html.ts';
import { formatEdtf } from './format-edtf.ts';
import { textHtml } from './rich-text.ts';

/**
 * Shows a date in words, with the original text as its tooltip.
 * @param text a date in EDTF, or any other text, which is shown as it is
 * @param maxLength the length at which such a text is cut
 */
export function dateInWords(text: string, maxLength?: number): Html {
  const words = formatEdtf(text);
  return words === text ? textHtml(text, maxLength) : html`<span title="${text}">${words}</span>`;
}
