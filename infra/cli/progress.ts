import type { Writable } from 'node:stream';

import { progress as progressBar, spinner } from '@clack/prompts';

/** Shows the progress of long work: a bar on a terminal, plain lines otherwise. */
export type Progress = {
  /** Begins a step. @param total the number of its units, if known */
  readonly begin: (label: string, total?: number) => ProgressStep;
  /** Stops the bars that are still open after a failure: their timers would keep the process alive. */
  readonly end: () => void;
};

export type ProgressStep = {
  /** @param newUnits the units that were done since the last call */
  readonly advance: (newUnits: number) => void;
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
      output.isTTY ? beginBarStep(label, total, output, openBars) : beginLineStep(label, output),
    end: () => [...openBars].forEach(({ stop }) => stop()),
  };
}

/** Runs a task that reports its progress on the terminal, and stops its bars afterwards. */
export async function withProgress<Result>(
  task: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  const progress = createTerminalProgress();
  try {
    return await task(progress);
  } finally {
    progress.end();
  }
}

/** Begins a step whose caller reports how many units are done in all, not how many were added. */
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

/** Begins a step with a bar, or with a spinner if the total is not known. */
function beginBarStep(
  label: string,
  total: number | undefined,
  output: Terminal,
  openBars: Set<Bar>,
): ProgressStep {
  const indicator =
    total === undefined
      ? createSpinner(output)
      : progressBar({ max: total, style: 'heavy', output });
  const bar: Bar = {
    stop: () => {
      openBars.delete(bar);
      indicator.error(`${label}: interrupted`);
    },
  };
  openBars.add(bar);
  indicator.start(label);
  let units = 0;
  return {
    advance: (newUnits) => {
      units += newUnits;
      indicator.advance(newUnits, `${label} ${units}`);
    },
    done: (result) => {
      openBars.delete(bar);
      indicator.stop(`${label}: ${result}`);
    },
  };
}

/** Creates a spinner with the same methods as a bar. */
function createSpinner(output: Terminal) {
  const indicator = spinner({ output });
  return {
    ...indicator,
    advance: (_newUnits: number, message: string) => indicator.message(message),
  };
}

const unitsPerLine = 10_000;

/** Begins a step that writes a line for every ten thousand units. */
function beginLineStep(label: string, output: Terminal): ProgressStep {
  const write = (text: string): void => void output.write(`${label}: ${text}\n`);
  let units = 0;
  return {
    advance: (newUnits) => {
      const linesBefore = Math.floor(units / unitsPerLine);
      units += newUnits;
      if (Math.floor(units / unitsPerLine) > linesBefore) write(`${units} so far`);
    },
    done: write,
  };
}
