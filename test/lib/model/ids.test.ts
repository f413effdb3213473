import { describe, expect, it } from 'vitest';

import { InvalidIdError, isUuid, parseTileId } from '../../../lib/model/ids.ts';
import { deriveNameUuid, URI_NAMESPACE } from '../../../lib/model/name-uuid.ts';

describe('ids', () => {
  it('are UUIDs of any version and letter case', () => {
    expect(isUuid('00000000-0000-0000-0000-000000000001')).toBe(true);
    expect(isUuid('9F1314A8-CECA-11EB-89A6-A683E74F6C3A')).toBe(true);
  });

  it('are rejected if they are not UUIDs', () => {
    for (const invalidId of [
      '',
      '9f1314a8ceca11eb89a6a683e74f6c3a',
      ' 9f1314a8-ceca-11eb-89a6-a683e74f6c3a',
      7,
      null,
    ])
      expect(isUuid(invalidId)).toBe(false);
  });

  it('are converted to lower case', () => {
    expect(parseTileId('9F1314A8-CECA-11EB-89A6-A683E74F6C3A')).toBe(
      '9f1314a8-ceca-11eb-89a6-a683e74f6c3a',
    );
  });

  it('are refused with an error that names the expected kind of id', () => {
    expect(() => parseTileId('tile-1')).toThrow(InvalidIdError);
    expect(() => parseTileId('tile-1')).toThrow('"tile-1" is not a tile id: give a UUID.');
  });

  it('can be derived from a name, as in RFC 9562', () => {
    expect(deriveNameUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
    expect(isUuid(deriveNameUuid(URI_NAMESPACE, 'http://example.org/ü'))).toBe(true);
  });
});
