import type { Words } from '../words/words.ts';
import { html, type Html } from './html.ts';

/** Writes a date in words. @param time ISO 8601 */
export function dateElement(time: string, words: Words): Html {
  return html`<time datetime="${time}">${words.date(time)}</time>`;
}

/** Writes a date in words, and the time to the minute. @param time ISO 8601 */
export function timeElement(time: string, words: Words): Html {
  const text = words.text('layout.time', { date: words.date(time), time: words.clock(time) });
  return html`<time datetime="${time}">${text}</time>`;
}
