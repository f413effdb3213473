import { describe, expect, it } from 'vitest';

import { checkConcurrency } from '../../../infra/aws/deployment/account.ts';
import { makeFirstRequest } from '../../../infra/aws/deployment/first-request.ts';
import { parseDeploymentOptions } from '../../../infra/aws/deployment/options.ts';

describe('the options of npm run deploy', () => {
  it('contain the stage, and parameters of the stacks', () => {
    const words = ['--stage', 'production', '--database', 'MaximumCapacity=8'];
    expect(parseDeploymentOptions([...words, '--database', 'Vpc=vpc-1'])).toEqual({
      stage: 'production',
      keepSchema: false,
      database: { MaximumCapacity: '8', Vpc: 'vpc-1' },
      alarms: {},
    });
  });

  it('are refused with the reason if they are wrong', () => {
    for (const stage of [[], ['local'], ['Production'], ['a-very-long-stage'], ['']]) {
      const words = stage.flatMap((name) => ['--stage', name]);
      expect(() => parseDeploymentOptions(words)).toThrow('Name the stage');
    }
    expect(() => parseDeploymentOptions(['--stage', 'a', '--alarms', 'Email'])).toThrow(
      'Email is not NAME=VALUE.',
    );
  });
});

describe('the quota of concurrent functions', () => {
  it('permits a reservation only if enough concurrency remains for other functions', () => {
    expect(checkConcurrency(1000, '20')).toMatchObject({ canReserve: true });
    expect(checkConcurrency(1000, '20').lines.join(' ')).not.toContain('Left off');
    expect(checkConcurrency(10, undefined).lines.join(' ')).not.toContain('Left off');
    for (const [concurrency, reserved] of [
      [10, '1'],
      [1000, '100'],
    ] as const) {
      const { canReserve, lines } = checkConcurrency(concurrency, reserved);
      expect(canReserve).toBe(false);
      expect(lines.join(' ')).toContain('Left off');
    }
  });
});

describe('the first request after a deployment', () => {
  const fetchAnswering = (statuses: number[]): typeof fetch => {
    return async () => new Response('{}', { status: statuses.shift() ?? 500 });
  };

  it('is repeated while the database wakes up', async () => {
    expect(
      await makeFirstRequest('https://a.test', fetchAnswering([503, 503, 200]), 1),
    ).toBeLessThan(5000);
  });

  it('fails with the last status if no attempt succeeds', async () => {
    await expect(makeFirstRequest('https://a.test', fetchAnswering([]), 0)).rejects.toThrow(
      'https://a.test/resources?limit=1 does not answer: status 500.',
    );
  });
});
