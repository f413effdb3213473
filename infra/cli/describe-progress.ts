import { pluralize } from './text.ts';

/**
 * Describes how far long work is: its units, their rate and the time left.
 * @param fraction the part of the work that is done, from 0 to 1; undefined if it is not known
 */
export function describeProgress(
  units: number,
  milliseconds: number,
  fraction: number | undefined,
): string {
  const done = `${units} so far`;
  // A rate of the first moments says nothing.
  if (milliseconds < 1000) return done;
  const rate = (units * 1000) / milliseconds;
  const shownRate = rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1);
  return `${done}, ${shownRate} a second, ${describeTimeLeft(milliseconds, fraction)}`;
}

function describeTimeLeft(milliseconds: number, fraction: number | undefined): string {
  if (fraction === undefined || fraction <= 0) return 'time left unknown';
  if (fraction >= 1) return 'everything is read, the rest is being stored';
  const seconds = Math.ceil(((milliseconds / 1000) * (1 - fraction)) / fraction);
  return `about ${formatDuration(seconds)} left`;
}

function formatDuration(seconds: number): string {
  if (seconds < 120) return pluralize(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return pluralize(minutes, 'minute');
  return `${pluralize(Math.floor(minutes / 60), 'hour')} ${pluralize(minutes % 60, 'minute')}`;
}
