import { describe, expect, it } from 'vitest';

import { makeFirstRequest } from '../../../infra/aws/deployment/first-request.ts';
import { parseDeploymentOptions } from '../../../infra/aws/deployment/options.ts';

describe('the options of npm run deploy', () => {
  it('contain the stage, parameters of the stacks, and whether the stage is closed', () => {
    const words = ['--stage', 'production', '--database', 'MaximumCapacity=8'];
    expect(parseDeploymentOptions([...words, '--database', 'Vpc=vpc-1'])).toEqual({
      stage: 'production',
      keepSchema: false,
      isClosed: false,
      database: { MaximumCapacity: '8', Vpc: 'vpc-1' },
      alarms: {},
    });
    expect(parseDeploymentOptions(['--stage', 'a', '--closed']).isClosed).toBe(true);
  });

  it('are refused with the reason if they are wrong', () => {
    for (const stageNames of [[], ['local'], ['Production'], ['a-very-long-stage'], ['']]) {
      const words = stageNames.flatMap((name) => ['--stage', name]);
      expect(() => parseDeploymentOptions(words)).toThrow('Give the name of a stage');
    }
    expect(() => parseDeploymentOptions(['--stage', 'a', '--alarms', 'Email'])).toThrow(
      'Email is not a parameter. Write it as NAME=VALUE.',
    );
  });
});

describe('the first request after a deployment', () => {
  const fetchAnswering = (statuses: number[]): typeof fetch => {
    return async () => new Response('{}', { status: statuses.shift() ?? 500 });
  };

  it('is repeated while the database wakes up', async () => {
    const fetchWhileWaking = fetchAnswering([503, 503, 200]);
    expect(await makeFirstRequest('https://a.test', 200, fetchWhileWaking, 1)).toBeLessThan(5000);
  });

  it('is repeated until a closed stage refuses it with 429', async () => {
    await makeFirstRequest('https://a.test', 429, fetchAnswering([200, 429]), 0);
    const fetchFromOpenStage = fetchAnswering(Array.from({ length: 36 }, () => 200));
    await expect(makeFirstRequest('https://a.test', 429, fetchFromOpenStage, 0)).rejects.toThrow(
      'does not answer with status 429: status 200.',
    );
  });

  it('fails with the last status if no attempt succeeds', async () => {
    await expect(makeFirstRequest('https://a.test', 200, fetchAnswering([]), 0)).rejects.toThrow(
      'https://a.test/resources?limit=1 does not answer with status 200: status 500.',
    );
  });
});
