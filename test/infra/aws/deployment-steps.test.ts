import { describe, expect, it } from 'vitest';

import { makeFirstRequest } from '../../../infra/aws/deployment/first-request.ts';
import { parseDeploymentOptions, parseStage } from '../../../infra/aws/deployment/options.ts';
import {
  accountStackName,
  alarmsStackName,
  databaseStackName,
  frontStackName,
  serviceStackName,
} from '../../../infra/settings/stack-names.ts';

describe('the options of npm run deploy', () => {
  it('contain the stage, parameters of the stacks, and whether the stage is closed', () => {
    const words = ['--stage', 'production', '--database', 'MaximumCapacity=8'];
    const resetWords = ['--reset', 'HDS_LANGUAGE', '--reset', 'HDS_RATE'];
    const allWords = [...words, '--database', 'Vpc=vpc-1', ...resetWords];
    expect(parseDeploymentOptions(allWords)).toEqual({
      stage: 'production',
      keepSchema: false,
      isClosed: false,
      reset: ['HDS_LANGUAGE', 'HDS_RATE'],
      adoptsSettings: false,
      database: { MaximumCapacity: '8', Vpc: 'vpc-1' },
      alarms: {},
    });
    expect(parseDeploymentOptions(['--stage', 'a', '--closed']).isClosed).toBe(true);
  });

  it('are refused if the stack of the stage would have the name of another stack', () => {
    const otherStacks = [
      accountStackName,
      ...[databaseStackName, alarmsStackName, frontStackName].map((name) => name('a')),
    ];
    for (const stackName of otherStacks) {
      const stage = stackName.slice(serviceStackName('').length);
      expect(() => parseStage(stage)).toThrow('Reserved are');
    }
    for (const stage of ['databases', 'frontier', 'account-2']) {
      expect(parseStage(stage)).toBe(stage);
    }
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
