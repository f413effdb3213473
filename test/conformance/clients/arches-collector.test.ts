import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openClientService, type ClientService } from './client-service.ts';
import { readRecordedSteps } from './replay.ts';

describe('the mobile app arches-collector', () => {
  let client: ClientService;

  beforeAll(async () => {
    client = await openClientService();
  });

  afterAll(async () => client?.close());

  it.each(readRecordedSteps('arches-collector'))('$title', async ({ replay }) => {
    expect(await replay(client.send, client.values)).toEqual([]);
  });
});
