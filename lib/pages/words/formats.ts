/** How a language writes numbers and times, in UTC. */
export type Formats = {
  readonly number: (number: number) => string;
  /** A day in words. @param time ISO 8601 */
  readonly date: (time: string) => string;
  /** The time of a day to the minute. @param time ISO 8601 */
  readonly clock: (time: string) => string;
  /** An enumeration without a conjunction, such as `Farms, Mills`. */
  readonly list: (texts: readonly string[]) => string;
  /** The name of a month. @param month from 1 to 12 */
  readonly month: (month: number) => string;
};

/** Creates the formats of a language. Each is made when it is first used. @param locale a language tag */
export function createFormats(locale: string): Formats {
  const numbers = lazily(() => new Intl.NumberFormat(locale));
  const dates = lazyDateFormat(locale, { dateStyle: 'long' });
  const clock = lazyDateFormat(locale, { timeStyle: 'short' });
  const lists = lazily(() => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));
  const months = lazyDateFormat(locale, { month: 'long' });
  return {
    number: (number) => numbers().format(number),
    date: (time) => dates().format(new Date(time)),
    clock: (time) => clock().format(new Date(time)),
    list: (texts) => lists().format(texts),
    month: (month) => months().format(Date.UTC(2000, month - 1)),
  };
}

const lazyDateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));

function lazily<Value>(create: () => Value): () => Value {
  let created: Value | undefined;
  return () => (created ??= create());
}
