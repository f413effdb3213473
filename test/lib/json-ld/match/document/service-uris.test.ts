import { describe, expect, it } from 'vitest';

import { createServiceUris } from '../../../../../lib/json-ld/match/document/service-uris.ts';

const tileId = '00000000-0000-4000-8000-000000000001';
const nodeId = '00000000-0000-4000-8000-000000000002';

describe('the URIs of a service', () => {
  it.each([
    ['present', 'https://a.test'],
    ['former', 'https://a.test/heritage'],
  ])('name a node at its %s address, also if one address begins with the other', (_, baseUrl) => {
    const uris = createServiceUris(['https://a.test', 'https://a.test/heritage']);
    expect(uris.parseNodeUri(`${baseUrl}/tile/${tileId}/node/${nodeId}`)).toEqual({
      tileId,
      nodeId,
      elementPosition: null,
    });
  });
});
