import type { DataApi } from '../data-api/client.ts';
import type { Capability } from '../http/operation.ts';
import { logScheduledRun } from '../log.ts';
import { openDataApi } from '../open-data-api.ts';
import { settings } from '../settings.ts';

/** Work that a schedule starts, as data: `npm run generate` writes its function of serverless.yml from it. */
export type Schedule = {
  /** In words with hyphens: the name of the function, and of the parameters that say when it runs and whether it does. */
  readonly id: string;
  /** What the function can do at all, by its IAM role. */
  readonly capability: Exclude<Capability, 'none' | 'token'>;
  /** Seconds that it has. */
  readonly timeout: number;
  /** Whether it is called again and again until it says that it is done. What calls it is written by hand, in infra/aws. */
  readonly isRepeated?: boolean;
};

/** What scheduled work is given. */
export type ScheduledJobContext = {
  readonly data: DataApi;
  /** The project's default language. */
  readonly language: string;
  /** Whether there is time for some more of it; what is left is done the next time. */
  readonly hasTime: () => boolean;
  /** What starts it says who it is, or anything else that it has to say. */
  readonly event: unknown;
};

/** What scheduled work did, in numbers. */
export type JobResult = Readonly<Record<string, number | boolean>>;

/** What such a function is told of its time. */
type ScheduleContext = { readonly getRemainingTimeInMillis: () => number };

/** The Lambda handler of scheduled work. */
export type ScheduledHandler = ((
  event: unknown,
  context: ScheduleContext,
) => Promise<JobResult>) & {
  readonly schedule: Schedule;
};

/** Milliseconds that must be left for some more: one call may take a minute where the database is busy. */
const timeForMore = 90_000;

let ofProcess: DataApi | undefined;
let remaining: () => number = () => 0;

/**
 * Builds the Lambda handler of work that a schedule starts.
 * @param work does it, as far as there is time, and tells in numbers what it did: for the log, and for what called it
 */
export function createScheduledHandler(
  schedule: Schedule,
  work: (given: ScheduledJobContext) => Promise<JobResult>,
): ScheduledHandler {
  const handler = async (event: unknown, context: ScheduleContext): Promise<JobResult> => {
    remaining = () => context.getRemainingTimeInMillis();
    ofProcess ??= openDataApi(() => Math.max(0, remaining() - timeForMore));
    const done = await work({
      data: ofProcess,
      language: settings().language,
      hasTime: () => remaining() > timeForMore,
      event,
    });
    logScheduledRun(schedule.id, done);
    return done;
  };
  return Object.assign(handler, { schedule });
}
