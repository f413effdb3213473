import * as z from 'zod';
import { describe, expect, it } from 'vitest';

import { InvalidInput } from '../../../../lib/errors.ts';
import { refuseDryRunInBody } from '../../../../lib/http/parameters/dry-run.ts';

const operation = {
  method: 'POST',
  scope: 'write',
  access: 'secured',
  parameters: z.object({}),
} as const;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

describe('dry_run in a body', () => {
  it.each([
    [json, String.raw`{"\u0064ry_run": true}`],
    [json, String.raw`{"dry\u005Frun": true}`],
    [form, 'd%72y_run=true'],
    [form, 'a=b&%44RY%5frun=1'],
  ])('is refused in %s even if its letters are escaped: %s', (mediaType, body) => {
    expect(() => refuseDryRunInBody(operation, body, mediaType)).toThrow(InvalidInput);
  });

  it.each([
    [json, String.raw`{"name": "\u0064ry_run"}`],
    [form, 'name=d%72y_run'],
  ])('is a value like any other in %s: %s', (mediaType, body) => {
    expect(() => refuseDryRunInBody(operation, body, mediaType)).not.toThrow();
  });
});
