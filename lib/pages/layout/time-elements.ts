import { oncePerProcess } from '../../once-per-process.ts';
import { html, type Html } from './html.ts';

const dateFormat = oncePerProcess(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
);

const clockFormat = oncePerProcess(
  () => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }),
);

/** Writes a date in words. @param time ISO 8601 */
export function dateElement(time: string): Html {
  return html`<time datetime="${time}">${dateFormat().format(new Date(time))}</time>`;
}

/** Writes a date in words, and the time to the minute. @param time ISO 8601 */
export function timeElement(time: string): Html {
  const date = new Date(time);
  const text = `${dateFormat().format(date)}, ${clockFormat().format(date)} UTC`;
  return html`<time datetime="${time}">${text}</time>`;
}
