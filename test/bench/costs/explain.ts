import { openNativeSession } from './native-session.ts';
import type { Recorded } from './recorder.ts';

/** Explains statements, and the statements of the functions that they call. */
export type Explainer = {
  /** @returns plans in JSON, each once, the outermost last */
  readonly explain: (statement: Recorded) => Promise<readonly string[]>;
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
const warmingUp = 8;

/**
 * Opens an explainer: the server notes every plan that it carries out, those within functions too, with the rows and buffers that there
 * were. What a session would do is what is explained: a plan that is kept is that which does not know the values.
 * @param url of the database, as a superuser
 */
export async function openExplainer(url: string): Promise<Explainer> {
  const set = Object.entries(settings).map(
    ([name, value]) => `set auto_explain.${name} = ${value}`,
  );
  const session = await openNativeSession(url, ["load 'auto_explain'", ...set].join('; '));
  // Only a superuser may change these settings.
  const asSuperuser = async (value: string): Promise<void> => {
    await session.command(
      `reset session authorization; set auto_explain.log_min_duration = ${value}; set session authorization heritage_service`,
    );
  };
  return {
    explain: async (statement) => {
      for (let round = 0; round < warmingUp; round += 1) await session.run(statement);
      await asSuperuser('0');
      const { notes } = await session.run(statement);
      await asSuperuser('-1');
      return plansIn(notes);
    },
    close: session.close,
  };
}

/** Of a statement that ran repeatedly only the last plan counts. */
function plansIn(notes: readonly string[]): readonly string[] {
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
