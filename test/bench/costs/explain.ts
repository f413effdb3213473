import { openNativeSession } from './native-session.ts';
import type { Recorded } from './recorder.ts';

/** Explains statements as they are carried out, and the statements of the functions that they call. */
export type Explainer = {
  readonly explain: (statement: Recorded) => Promise<string>;
  readonly close: () => Promise<void>;
};

const settings = {
  log_min_duration: '-1',
  log_nested_statements: 'on',
  log_analyze: 'on',
  log_buffers: 'on',
  log_timing: 'off',
};

/** A session keeps the plan of a function from the sixth time on. */
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

/** The outermost plan first; of a statement that was carried out again and again, the last plan. */
function plansIn(notes: readonly string[]): string {
  const plans = new Map<string, { readonly plan: string; readonly times: number }>();
  for (const note of notes) {
    const [, text = '', plan] =
      /^duration: .*plan:\nQuery Text: ([\s\S]*?)\n((?:\S.*  \(cost=)[\s\S]*)$/.exec(note) ?? [];
    if (plan === undefined) continue;
    plans.set(text, { plan, times: (plans.get(text)?.times ?? 0) + 1 });
  }
  return [...plans]
    .toReversed()
    .map(
      ([text, { plan, times }]) =>
        `-- ${beginning(text)}${times > 1 ? ` (${times} times)` : ''}\n${stable(plan)}\n`,
    )
    .join('\n');
}

const longest = 100;

function beginning(text: string): string {
  const oneLine = text.trim().replaceAll(/\s+/g, ' ');
  if (oneLine === '') return 'a function of SQL';
  return oneLine.length > longest ? `${oneLine.slice(0, longest)}…` : oneLine;
}

/** Without what is estimated, which changes with every analyze. */
function stable(plan: string): string {
  return plan
    .replaceAll(/  \(cost=[^)]*\)/g, '')
    .replaceAll(/^ *Memory Usage: .*\n|  Memory(?: Usage)?: \d+kB/gm, '')
    .replaceAll(/ read=\d+| dirtied=\d+| written=\d+/g, '');
}
