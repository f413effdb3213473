import type { DataCapability } from '../capabilities.ts';
import type { DataApi } from '../data-api/client.ts';
import { logScheduledRun } from '../log.ts';
import { createDataApiProvider } from '../open-data-api.ts';
import { settings, type Settings } from '../settings.ts';

/** The declaration of a scheduled function. `npm run generate` writes a function of serverless.yml from it. */
export type Schedule = {
  /** In kebab-case: the name of the function, and of the parameters that enable it and set its schedule. */
  readonly id: string;
  readonly capability: DataCapability;
  /** The time limit of the function in seconds. */
  readonly timeout: number;
  /** In MB, if it needs more than others. */
  readonly memory?: number;
  /** Whether it is called repeatedly until it has finished. The template that calls it is then written by hand, in infra/aws. */
  readonly runsUntilFinished?: boolean;
};

export type ScheduledJobContext = {
  readonly dataApi: DataApi;
  readonly settings: Settings;
  /** The project's default language. */
  readonly language: string;
  /** Whether there is time for another step. The next run does the rest. */
  readonly hasTimeLeft: () => boolean;
  /** The event with which the function was called. */
  readonly event: unknown;
};

/** Counts and flags, for the log and for the caller. */
export type JobResult = Readonly<Record<string, number | boolean>>;

type LambdaContext = { readonly getRemainingTimeInMillis: () => number };

export type ScheduledHandler = ((event: unknown, context: LambdaContext) => Promise<JobResult>) & {
  readonly schedule: Schedule;
};

/** Milliseconds that a step needs: one call may take a minute if the database is busy. */
const millisecondsPerStep = 90_000;

let remainingMilliseconds: () => number = () => 0;

const getDataApi = createDataApiProvider(() =>
  Math.max(0, remainingMilliseconds() - millisecondsPerStep),
);

/**
 * Creates the Lambda handler of a scheduled job.
 * @param runJob must stop when there is no time for another step
 */
export function createScheduledHandler(
  schedule: Schedule,
  runJob: (context: ScheduledJobContext) => Promise<JobResult>,
): ScheduledHandler {
  const handler = async (event: unknown, context: LambdaContext): Promise<JobResult> => {
    remainingMilliseconds = () => context.getRemainingTimeInMillis();
    const currentSettings = settings();
    const result = await runJob({
      dataApi: getDataApi(schedule.capability, currentSettings),
      settings: currentSettings,
      language: currentSettings.language,
      hasTimeLeft: () => remainingMilliseconds() > millisecondsPerStep,
      event,
    });
    logScheduledRun(schedule.id, result);
    return result;
  };
  return Object.assign(handler, { schedule });
}
