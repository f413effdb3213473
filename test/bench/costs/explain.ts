import { openNativeSession } from './native-session.ts';
import type { RecordedStatement } from './recorder.ts';

/** Explains statements, and the statements of the functions that they call. */
export type Explainer = {
  /** @returns the different plans in JSON, the outermost last */
  readonly explain: (statement: RecordedStatement) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

const settings = {
  log_min_duration: '-1',
  log_nested_statements: 'on',
  log_analyze: 'on',
  log_buffers: 'on',
  log_timing: 'off',
  log_format: 'json',
};

/** From the sixth execution on, a session caches the plan of a function. */
const warmUpRounds = 8;

/**
 * Opens an explainer: the server logs every plan that it executes, also within functions, with the actual rows and buffers. The plans
 * are those of a long session, which caches plans that do not depend on the values.
 * @param url of the database, as a superuser
 */
export async function openExplainer(url: string): Promise<Explainer> {
  const set = Object.entries(settings).map(
    ([name, value]) => `set auto_explain.${name} = ${value}`,
  );
  const session = await openNativeSession(url, ["load 'auto_explain'", ...set].join('; '));
  // Only a superuser may change these settings.
  const setMinDuration = async (value: string): Promise<void> => {
    await session.command(
      `reset session authorization; set auto_explain.log_min_duration = ${value}; set session authorization heritage_service`,
    );
  };
  return {
    explain: async (statement) => {
      for (let round = 0; round < warmUpRounds; round += 1) await session.run(statement);
      await setMinDuration('0');
      const { notes } = await session.run(statement);
      await setMinDuration('-1');
      return parsePlans(notes);
    },
    close: session.close,
  };
}

/** Parses the logged plans. Of a statement that was executed repeatedly, only the last plan counts. */
function parsePlans(notes: readonly string[]): readonly string[] {
  const plans = new Map<string, string>();
  for (const note of notes) {
    const [, plan] = /^duration: .*plan:\n(\{[\s\S]*)$/.exec(note) ?? [];
    if (plan === undefined) continue;
    const text = /"Query Text": "(.*)"/.exec(plan)?.[1] ?? '';
    plans.delete(text);
    plans.set(text, plan);
  }
  return [...plans.values()];
}
