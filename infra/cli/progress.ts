import type { Writable } from 'node:stream';

import { progress as progressBar, spinner } from '@clack/prompts';

/** Shows how far a long piece of work is: a bar on a terminal, plain lines otherwise. */
export type Progress = {
  /** Begins a step. @param total how many units it has, where that is known */
  readonly begin: (label: string, total?: number) => ProgressStep;
  /** Says one line between steps. */
  readonly say: (line: string) => void;
  /** Ends what is still shown when work breaks off: a bar would keep the process from ending. */
  readonly end: () => void;
};

export type ProgressStep = {
  readonly advance: (units: number) => void;
  /** Ends the step with a line that tells its result. */
  readonly done: (result: string) => void;
};

/** Progress that nobody is shown: for tests and benches. */
export const silentProgress: Progress = {
  begin: () => ({ advance: () => undefined, done: () => undefined }),
  say: () => undefined,
  end: () => undefined,
};

/** What progress is shown on. */
type Terminal = Writable & { readonly isTTY?: boolean };

/** Progress on standard error, so that standard output holds results only. */
export function terminalProgress(output: Terminal = process.stderr): Progress {
  const say = (line: string): void => void output.write(`${line}\n`);
  const open = new Set<Bar>();
  const begin: Progress['begin'] = (label, total) =>
    output.isTTY ? bar(label, total, output, open) : lines(label, say);
  return { say, begin, end: () => [...open].forEach(({ stop }) => stop()) };
}

type Bar = { readonly stop: () => void };

/** A bar, or a wheel that turns where nobody knows how much there is. */
function bar(
  label: string,
  total: number | undefined,
  output: Terminal,
  open: Set<Bar>,
): ProgressStep {
  const shown =
    total === undefined
      ? withoutTotal(spinner({ output }))
      : progressBar({ max: total, style: 'heavy', output });
  const current: Bar = {
    stop: () => {
      open.delete(current);
      shown.error(`${label}: broken off`);
    },
  };
  open.add(current);
  shown.start(label);
  let units = 0;
  return {
    advance: (more) => {
      units += more;
      shown.advance(more, `${label} ${units}`);
    },
    done: (result) => {
      open.delete(current);
      shown.stop(`${label}: ${result}`);
    },
  };
}

function withoutTotal(wheel: ReturnType<typeof spinner>) {
  return { ...wheel, advance: (_more: number, message: string) => wheel.message(message) };
}

function lines(label: string, say: (line: string) => void): ProgressStep {
  const every = 10_000;
  let units = 0;
  return {
    advance: (more) => {
      const before = Math.floor(units / every);
      units += more;
      if (Math.floor(units / every) > before) say(`${label}: ${units} so far`);
    },
    done: (result) => say(`${label}: ${result}`),
  };
}
