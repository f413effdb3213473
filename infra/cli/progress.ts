import type { Writable } from 'node:stream';

import { progress as progressBar, spinner } from '@clack/prompts';

/** Shows the progress of long work: a bar on a terminal, plain lines otherwise. */
export type Progress = {
  /** Begins a step. @param total the number of its units, if known */
  readonly begin: (label: string, total?: number) => ProgressStep;
  /** Stops the bars of failed work, which would keep the process from ending. */
  readonly end: () => void;
};

export type ProgressStep = {
  readonly advance: (units: number) => void;
  /** Ends the step with a line about its result. */
  readonly done: (result: string) => void;
};

/** Progress that is not shown: for tests and benchmarks. */
export const silentProgress: Progress = {
  begin: () => ({ advance: () => undefined, done: () => undefined }),
  end: () => undefined,
};

type Terminal = Writable & { readonly isTTY?: boolean };

/** Progress on standard error, so that standard output has results only. */
export function createTerminalProgress(output: Terminal = process.stderr): Progress {
  const openBars = new Set<Bar>();
  return {
    begin: (label, total) =>
      output.isTTY ? showBar(label, total, output, openBars) : showLines(label, output),
    end: () => [...openBars].forEach(({ stop }) => stop()),
  };
}

/** Does some work with progress on the terminal. */
export async function withProgress<Result>(
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  const progress = createTerminalProgress();
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

/** Begins a step of work that reports the total of its units so far, not only the new ones. */
export function beginCountingStep(
  progress: Progress,
  label: string,
): Pick<ProgressStep, 'done'> & { readonly advanceTo: (units: number) => void } {
  const step = progress.begin(label);
  let reportedUnits = 0;
  return {
    done: step.done,
    advanceTo: (units) => {
      step.advance(units - reportedUnits);
      reportedUnits = units;
    },
  };
}

type Bar = { readonly stop: () => void };

/** Shows a bar, or a spinner if the total is not known. */
function showBar(
  label: string,
  total: number | undefined,
  output: Terminal,
  openBars: Set<Bar>,
): ProgressStep {
  const indicator =
    total === undefined
      ? withoutTotal(spinner({ output }))
      : progressBar({ max: total, style: 'heavy', output });
  const bar: Bar = {
    stop: () => {
      openBars.delete(bar);
      indicator.error(`${label}: broken off`);
    },
  };
  openBars.add(bar);
  indicator.start(label);
  let units = 0;
  return {
    advance: (more) => {
      units += more;
      indicator.advance(more, `${label} ${units}`);
    },
    done: (result) => {
      openBars.delete(bar);
      indicator.stop(`${label}: ${result}`);
    },
  };
}

function withoutTotal(indicator: ReturnType<typeof spinner>) {
  return { ...indicator, advance: (_more: number, message: string) => indicator.message(message) };
}

const unitsPerLine = 10_000;

function showLines(label: string, output: Terminal): ProgressStep {
  const write = (text: string): void => void output.write(`${label}: ${text}\n`);
  let units = 0;
  return {
    advance: (more) => {
      const linesBefore = Math.floor(units / unitsPerLine);
      units += more;
      if (Math.floor(units / unitsPerLine) > linesBefore) write(`${units} so far`);
    },
    done: write,
  };
}
