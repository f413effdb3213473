import { PassThrough } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { createTerminalProgress } from '../../../infra/cli/progress.ts';

describe('the progress of long work', () => {
  it('is printed as plain lines if the output is not a terminal', () => {
    const output = new PassThrough();
    const step = createTerminalProgress(output).begin('Tiles', 25_000);
    step.advance(9_000);
    step.advance(9_000);
    step.done('25000 read');
    expect(String(output.read())).toBe('Tiles: 18000 so far\nTiles: 25000 read\n');
  });

  it('is a bar on a terminal, which is finished together with its step', () => {
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const progress = createTerminalProgress(output);
    progress.begin('Tiles', 10).done('10 read');
    expect(String(output.read())).toContain('Tiles: 10 read');
    progress.end();
    expect(output.read()).toBeNull();
  });

  it('ends its bar with "interrupted" if the work stops before the end', () => {
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const progress = createTerminalProgress(output);
    progress.begin('Tiles', 10);
    progress.end();
    expect(String(output.read())).toContain('Tiles: interrupted');
  });
});
