import { PassThrough } from 'node:stream';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createTerminalProgress } from '../../../infra/cli/progress.ts';

describe('the progress of long work', () => {
  it('is printed as plain lines if the output is not a terminal', () => {
    const output = new PassThrough();
    const step = createTerminalProgress(output).begin('Tiles', { total: 25_000 });
    step.advance(9_000);
    step.advance(9_000);
    step.done('25000 read');
    expect(String(output.read())).toBe('Tiles: 18000 so far\nTiles: 25000 read\n');
  });

  it('is a bar on a terminal, which is finished together with its step', () => {
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const progress = createTerminalProgress(output);
    progress.begin('Tiles', { total: 10 }).done('10 read');
    expect(String(output.read())).toContain('Tiles: 10 read');
    progress.end();
    expect(output.read()).toBeNull();
  });

  it('ends its bar with "interrupted" if the work stops before the end', () => {
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const progress = createTerminalProgress(output);
    progress.begin('Tiles', { total: 10 });
    progress.end();
    expect(String(output.read())).toContain('Tiles: interrupted');
  });
});

describe('the progress of work that takes minutes', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
  });

  const listLines = (output: PassThrough): readonly string[] =>
    String(output.read() ?? '')
      .split('\n')
      .filter((line) => line !== '');

  it('has a line at least every 30 seconds with records, rate and time left', () => {
    const output = new PassThrough();
    const step = createTerminalProgress(output).begin('Tiles', { total: 20_000 });
    vi.advanceTimersByTime(10_000);
    step.advance(1000);
    for (let second = 0; second < 60; second += 30) {
      vi.advanceTimersByTime(30_000);
      const lines = listLines(output);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines)
        expect(line).toMatch(/^Tiles: 1000 so far, \d+ a second, about \d+ minutes left$/);
    }
    step.done('20000 read');
    expect(listLines(output)).toEqual(['Tiles: 20000 read']);
    vi.advanceTimersByTime(120_000);
    expect(output.read()).toBeNull();
  });

  it.each([
    [0.5, 'about 100 seconds left'],
    [0.01, 'about 2 hours 45 minutes left'],
    [1, 'everything is read, the rest is being stored'],
    [0, 'time left unknown'],
    [undefined, 'time left unknown'],
  ])('estimates the time left from the fraction that is done: %s', (fraction, words) => {
    const output = new PassThrough();
    const step = createTerminalProgress(output).begin('Rows', { fraction: () => fraction });
    vi.advanceTimersByTime(100_000);
    listLines(output);
    step.advance(10_000);
    expect(listLines(output)).toEqual([`Rows: 10000 so far, 100 a second, ${words}`]);
    step.done('read');
  });

  it('is written on a terminal, too', () => {
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const progress = createTerminalProgress(output);
    const step = progress.begin('Rows', { fraction: () => 0.5 });
    step.advance(600);
    for (let second = 0; second < 60; second += 30) {
      vi.advanceTimersByTime(30_000);
      expect(String(output.read())).toMatch(
        /Rows: 600 so far, \d+ a second, about \d+ seconds left/,
      );
    }
    step.done('read');
    progress.end();
  });

  it('ends with the work, also after a failure', () => {
    const output = new PassThrough();
    const progress = createTerminalProgress(output);
    progress.begin('Rows');
    progress.end();
    vi.advanceTimersByTime(120_000);
    expect(output.read()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
