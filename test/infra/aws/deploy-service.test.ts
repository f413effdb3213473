import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';

import { deployWithBaseUrl } from '../../../infra/aws/deployment/deploy-service.ts';
import type { StackOutputs } from '../../../infra/aws/deployment/stacks.ts';

const apiUrl = 'https://api.example.org/first';

/**
 * A fake of the stack of a service, whose address is the variable HDS_BASE_URL of its last deployment.
 * @param failures the numbers of the deployments that fail, from 1
 */
function openFakeStack(failures: readonly number[] = []) {
  const urls: (string | undefined)[] = [];
  let baseUrl: string | undefined;
  const client = new CloudFormationClient({ region: 'eu-west-1' });
  client.middlewareStack.add(
    (_next, { commandName }) =>
      async () => {
        if (commandName === 'GetTemplateCommand') {
          return { output: { $metadata: {}, TemplateBody: '{"Resources":{}}' }, response: {} };
        }
        if (baseUrl === undefined) throw new Error('Stack does not exist');
        const outputs = { BaseUrl: baseUrl, ServiceEndpoint: apiUrl };
        const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
          OutputKey,
          OutputValue,
        }));
        const Stacks = [{ StackStatus: 'UPDATE_COMPLETE', Outputs }];
        return { output: { $metadata: {}, Stacks }, response: {} };
      },
    { step: 'initialize', priority: 'high' },
  );
  const lines: string[] = [];
  const deploy = async (configuredUrl?: string): Promise<StackOutputs> =>
    deployWithBaseUrl('first', configuredUrl, {}, client, {
      region: 'eu-west-1',
      print: (line) => void lines.push(line),
      deployService: async (_stage, variables) => {
        urls.push(variables['HDS_BASE_URL']);
        if (failures.includes(urls.length)) throw new Error('The deployment failed.');
        baseUrl = variables['HDS_BASE_URL'];
      },
    });
  return { deploy, urls, lines };
}

describe('the address of a service', () => {
  it('is that of its API if none is configured, and stays', async () => {
    const { deploy, urls } = openFakeStack();
    expect((await deploy())['BaseUrl']).toBe(apiUrl);
    expect((await deploy())['BaseUrl']).toBe(apiUrl);
    expect(urls.slice(1)).toEqual([apiUrl, apiUrl]);
  });

  it('is that of its API if the first deployment is repeated after a failure', async () => {
    const { deploy } = openFakeStack([2]);
    await expect(deploy()).rejects.toThrow('The deployment failed.');
    expect((await deploy())['BaseUrl']).toBe(apiUrl);
  });

  it('is the configured one', async () => {
    const url = 'https://heritage.test';
    const { deploy, urls } = openFakeStack();
    expect((await deploy(url))['BaseUrl']).toBe(url);
    expect(urls).toEqual([url]);
  });

  it('is a name that belongs to nobody until that of the API is known, and no line shows it', async () => {
    const { deploy, urls, lines } = openFakeStack();
    await deploy();
    expect(urls).toEqual(['https://address-of-the-api.invalid', apiUrl]);
    expect(lines.join('\n')).not.toContain('.invalid');
  });
});
