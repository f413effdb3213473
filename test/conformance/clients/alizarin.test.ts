import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { heritagePlace } from '../../support/sample-model.ts';
import { openClientService, type ClientService } from './client-service.ts';
import { stepsOf } from './replay.ts';

describe('alizarin in a browser, without a token', () => {
  let client: ClientService;

  beforeAll(async () => {
    client = await openClientService();
    client.values['graph_id'] = heritagePlace.graphid;
  });

  afterAll(async () => client?.close());

  it.each(stepsOf('alizarin'))('$title', async ({ replay }) => {
    expect(await replay(client.send, client.values)).toEqual([]);
  });
});
