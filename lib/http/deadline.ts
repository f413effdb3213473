import { OutOfTime } from './errors.ts';

/** Milliseconds kept back to say that time ran out. */
const timeToSaySo = 500;

/**
 * Waits for work until shortly before the process is stopped, so that there is time for an answer.
 * @param work what is waited for; it goes on by itself when time is out
 * @param remainingMilliseconds until the process is stopped
 * @throws OutOfTime when the work is not done in time, and whatever the work throws
 */
export async function beforeDeadline<Result>(
  work: Promise<Result>,
  remainingMilliseconds: number,
): Promise<Result> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new OutOfTime()),
    Math.max(0, remainingMilliseconds - timeToSaySo),
  );
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
