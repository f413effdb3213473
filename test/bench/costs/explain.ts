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
  const oneLine = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/statement_[\da-f]{32}/, 'statement');
  if (oneLine === '') return 'a function of SQL';
  return oneLine.length > longest ? `${oneLine.slice(0, longest)}…` : oneLine;
}

/** Without what changes from run to run: what is estimated, memory, names of kept functions, and what of the pages was in memory already. */
function stable(plan: string): string {
  return plan
    .replaceAll(/  \(cost=[^)]*\)/g, '')
    .replaceAll(/^ *Memory Usage: .*\n|  Memory(?: Usage)?: \d+kB/gm, '')
    .replaceAll(/statement_[\da-f]{32}/g, 'statement')
    .replaceAll(/^ *Buffers: (?!shared).*\n/gm, '')
    .replaceAll(/Buffers: shared.*/g, (buffers) => `Buffers: ${pagesIn(buffers)}`);
}

/** Pages that were asked for. */
function pagesIn(buffers: string): number {
  const counts = buffers.replace(/, (?:local|temp) .*/, '').matchAll(/(?:hit|read)=(\d+)/g);
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}
