import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { heritagePlaceModel } from '../../support/sample-model.ts';
import { openClientService, type ClientService } from './client-service.ts';
import { readRecordedSteps } from './replay.ts';

describe('alizarin, in a browser and without a token,', () => {
  let client: ClientService;

  beforeAll(async () => {
    client = await openClientService();
    client.values['graph_id'] = heritagePlaceModel.graphid;
  });

  afterAll(async () => client?.close());

  it.each(readRecordedSteps('alizarin'))('$title', async ({ replay }) => {
    expect(await replay(client.send, client.values)).toEqual([]);
  });
});
