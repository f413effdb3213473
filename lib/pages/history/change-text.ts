import type { ActivityType } from '../../queries/history/activity-items.ts';
import { html, type Html } from '../layout/html.ts';
import { timeElement } from '../layout/time-elements.ts';
import type { Words } from '../words/words.ts';

type ShownActivity = {
  readonly type: ActivityType;
  /** ISO 8601. */
  readonly endTime: string;
  /** Null if the page does not name it. */
  readonly username: string | null;
};

/** What a page says of the latest activity of a record. */
export function changeText({ type, endTime, username }: ShownActivity, words: Words): Html {
  const time = timeElement(endTime, words);
  return username === null
    ? words.html(`changes.${type}`, { time })
    : words.html(`changes.${type}.by`, { time, person: html`<span dir="auto">${username}</span>` });
}
