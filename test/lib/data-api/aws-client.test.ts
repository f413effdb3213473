import { CommitTransactionCommand, type RDSDataClient } from '@aws-sdk/client-rds-data';
import { describe, expect, it } from 'vitest';

import { createAwsClient, createSendOncePlugin } from '../../../lib/data-api/aws-client.ts';
import { callCounts } from '../../../lib/data-api/call-counts.ts';
import { answerWith, awsSettings, type FakeResponse } from '../../support/aws-requests.ts';

const throttled = { status: 429, body: '{"__type":"ThrottlingException"}' };
const failed = { status: 503, body: '{"__type":"ServiceUnavailableError"}' };

function createClient(fakeResponse: FakeResponse) {
  const { requests, handler } = answerWith(fakeResponse);
  return { requests, client: createAwsClient({ ...awsSettings, requestHandler: handler }) };
}

const createCommand = () =>
  new CommitTransactionCommand({
    resourceArn: 'arn:cluster',
    secretArn: 'arn:secret',
    transactionId: 't',
  });

function sendOnce(client: RDSDataClient): Promise<unknown> {
  const command = createCommand();
  command.middlewareStack.use(createSendOncePlugin());
  return client.send(command);
}

describe('a call of the Data API that fails on the way', () => {
  it('is sent three times', async () => {
    const { client, requests } = createClient(failed);
    await expect(client.send(createCommand())).rejects.toThrow('UnknownError');
    expect(requests).toHaveLength(3);
  });

  it.each([failed, throttled])('is sent once if it must not run twice: %o', async (response) => {
    const { client, requests } = createClient(response);
    await expect(sendOnce(client)).rejects.toThrow('UnknownError');
    expect(requests).toHaveLength(1);
  });

  it('is still sent three times after another call was sent once', async () => {
    const { client, requests } = createClient(failed);
    await expect(sendOnce(client)).rejects.toThrow('UnknownError');
    await expect(client.send(createCommand())).rejects.toThrow('UnknownError');
    expect(requests).toHaveLength(4);
  });

  it('is counted each time AWS throttles it', async () => {
    const before = callCounts.throttles;
    await expect(createClient(throttled).client.send(createCommand())).rejects.toThrow(
      'UnknownError',
    );
    expect(callCounts.throttles - before).toBe(3);
    await expect(sendOnce(createClient(throttled).client)).rejects.toThrow('UnknownError');
    expect(callCounts.throttles - before).toBe(4);
    await expect(createClient(failed).client.send(createCommand())).rejects.toThrow('UnknownError');
    expect(callCounts.throttles - before).toBe(4);
  });
});
