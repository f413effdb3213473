import type { Writable } from 'node:stream';

import { spinner } from '@clack/prompts';

import { describeProgress } from './describe-progress.ts';

/** Shows the progress of long work: in one changing line of a terminal, in plain lines otherwise. */
export type Progress = {
  readonly begin: (label: string, options?: StepOptions) => ProgressStep;
  /** Ends the steps that are still open after a failure. */
  readonly end: () => void;
};

/** From what the time left of a step is estimated. */
export type StepOptions = {
  /** The number of its units, if known. */
  readonly total?: number | undefined;
  /** Returns the part of the work that is done, from 0 to 1, if the number of units is not known. */
  readonly fraction?: (() => number | undefined) | undefined;
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
  const openSteps = new Set<OpenStep>();
  return {
    begin: (label, options = {}) => {
      const createDisplay = output.isTTY ? createSpinnerDisplay : createLineDisplay;
      return beginStep(createDisplay(label, output), options, openSteps);
    },
    end: () => [...openSteps].forEach(({ stop }) => stop()),
  };
}

/** Runs a task that reports its progress on the terminal, and ends its open steps afterwards. */
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

/** Passes on batches, and advances a step by the number of their items. */
export async function* countBatches<Item>(
  batches: AsyncIterable<readonly Item[]>,
  step: Pick<ProgressStep, 'advance'>,
): AsyncGenerator<readonly Item[]> {
  for await (const batch of batches) {
    step.advance(batch.length);
    yield batch;
  }
}

/** Begins a step whose caller reports how many units are done in all, not how many were added. */
export function beginCountingStep(
  progress: Progress,
  label: string,
  options: StepOptions = {},
): Pick<ProgressStep, 'done'> & { readonly advanceTo: (units: number) => void } {
  const step = progress.begin(label, options);
  let reportedUnits = 0;
  return {
    done: step.done,
    advanceTo: (units) => {
      step.advance(units - reportedUnits);
      reportedUnits = units;
    },
  };
}

/** Shows the state of a step. */
type Display = {
  readonly show: (text: string) => void;
  readonly done: (result: string) => void;
  readonly interrupt: () => void;
};

/** How often the state is shown while nothing is done: more often than every 30 seconds, because a busy process is late. */
const millisecondsPerLine = 20_000;
const millisecondsPerMessage = 5000;
const unitsPerMessage = 100;

const unitsPerLine = 10_000;

/** Begins a step whose state is shown from time to time, and whenever enough units are done. */
function beginStep(
  { display, unitsPerUpdate, millisecondsPerUpdate }: StepDisplay,
  { total, fraction }: StepOptions,
  openSteps: Set<OpenStep>,
): ProgressStep {
  const begin = performance.now();
  let units = 0;
  const show = (): void => {
    const done = total === undefined ? fraction?.() : total === 0 ? 1 : units / total;
    display.show(describeProgress(units, performance.now() - begin, done));
  };
  // The timer must not keep the process alive.
  const timer = setInterval(show, millisecondsPerUpdate).unref();
  const end = (): void => {
    clearInterval(timer);
    openSteps.delete(openStep);
  };
  const openStep: OpenStep = {
    stop: () => {
      end();
      display.interrupt();
    },
  };
  openSteps.add(openStep);
  return {
    advance: (newUnits) => {
      const updatesBefore = Math.floor(units / unitsPerUpdate);
      units += newUnits;
      if (Math.floor(units / unitsPerUpdate) === updatesBefore) return;
      timer.refresh();
      show();
    },
    done: (result) => {
      end();
      display.done(result);
    },
  };
}

type OpenStep = { readonly stop: () => void };

type StepDisplay = {
  readonly display: Display;
  readonly unitsPerUpdate: number;
  readonly millisecondsPerUpdate: number;
};

/** Shows a step as one line of a terminal, which changes. */
function createSpinnerDisplay(label: string, output: Terminal): StepDisplay {
  const indicator = spinner({ output });
  indicator.start(label);
  const display: Display = {
    show: (text) => indicator.message(`${label}: ${text}`),
    done: (result) => indicator.stop(`${label}: ${result}`),
    interrupt: () => indicator.error(`${label}: interrupted`),
  };
  return {
    display,
    unitsPerUpdate: unitsPerMessage,
    millisecondsPerUpdate: millisecondsPerMessage,
  };
}

/** Shows a step as plain lines. */
function createLineDisplay(label: string, output: Terminal): StepDisplay {
  const write = (text: string): void => void output.write(`${label}: ${text}\n`);
  const display: Display = { show: write, done: write, interrupt: () => undefined };
  return {
    display,
    unitsPerUpdate: unitsPerLine,
    millisecondsPerUpdate: millisecondsPerLine,
  };
}
