import { describe, expect, it } from 'vitest';

import { encodeCursor } from '../../../../lib/http/parameters/cursor.ts';
import {
  toMatchKey,
  resourceCursorParameter,
} from '../../../../lib/http/resources/resource-cursor.ts';
import { parseResourceId } from '../../../../lib/model/ids.ts';

/** Ids of Arches can have any version (RFC 9562), so this is a UUID of none. */
const resourceId = parseResourceId('00000000-0000-0000-0000-0000000003e9');

const position = { kind: 'similar', distance: 201, entry: '٣ ☃ ', resourceId } as const;

describe('the cursor of a list of resource instances', () => {
  it('continues after an id', () => {
    expect(resourceCursorParameter.parse(encodeCursor(resourceId))).toEqual({
      kind: 'id',
      after: resourceId,
    });
  });

  it('continues a search after a match', () => {
    expect(resourceCursorParameter.parse(encodeCursor(toMatchKey(position)))).toEqual({
      kind: 'match',
      after: position,
    });
  });

  it.each([
    '["exact"]',
    '{}',
    'nothing',
    toMatchKey({ ...position, distance: 202 }),
    toMatchKey({ ...position, entry: 'x'.repeat(201) }),
    JSON.stringify(['nearly', 0, 'x', resourceId]),
    JSON.stringify(['exact', 0, 'x', 'x']),
  ])('is refused if it is not one of ours: %s', (key) => {
    const { error } = resourceCursorParameter.safeParse(encodeCursor(key));
    expect(error?.issues[0]?.message).toBe('is not a cursor from this service.');
  });
});
