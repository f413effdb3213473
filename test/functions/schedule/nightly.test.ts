import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { handler } from '../../../functions/schedule/nightly.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';
import { openHouses, type Houses } from '../names/named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

beforeEach(async () => {
  await houses.clear();
  await houses.importHouses({ 1: { title: 'Yard' }, 2: { title: 'Mill', within: [1] } });
  await houses.importHouses({ 1: { title: 'Court' } }, false);
});

afterAll(async () => houses?.service.close());

const minute = 60_000;

describe('the function that the nightly schedule starts', () => {
  it('updates names that contain a changed name', async () => {
    await handler({}, { getRemainingTimeInMillis: () => 14 * minute });
    expect(await houses.readName(2)).toBe('Mill, Court');
    expect(await houses.readMarks()).toEqual([]);
  });

  it('updates no name if too little time remains, and keeps the mark for the next night', async () => {
    await handler({}, { getRemainingTimeInMillis: () => minute });
    expect(await houses.readName(2)).toBe('Mill, Yard');
    expect(await houses.readMarks()).toEqual(['resource 01001']);
  });

  it('makes one query for names and one for spatial views if nothing is pending', async () => {
    await houses.refreshNames();
    const calls = await houses.service.countCalls(() =>
      handler({}, { getRemainingTimeInMillis: () => 14 * minute }),
    );
    expect(calls).toBe(2);
  });
});

const rule = z.object({ ScheduleExpression: z.string(), State: z.string() });
const lambda = z.looseObject({ Handler: z.string(), Role: z.unknown(), Timeout: z.number() });

describe('the packaged template', () => {
  it('starts the nightly function at 02:30, with the role TransactionRole', async () => {
    const template = await loadTemplate();
    const resources = Object.values(template.Resources);
    const rules = resources.filter(({ Type }) => Type === 'AWS::Events::Rule');
    expect(rules.map(({ Properties }) => rule.parse(Properties))).toContainEqual({
      ScheduleExpression: 'cron(30 2 * * ? *)',
      State: 'ENABLED',
    });
    const functions = resources
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Properties }) => lambda.parse(Properties));
    expect(
      functions.find((properties) => properties.Handler === 'functions/schedule/nightly.handler'),
    ).toMatchObject({
      Role: { 'Fn::GetAtt': ['TransactionRole', 'Arn'] },
      Timeout: 900,
    });
  });
});
