import { describe, expect, it } from 'vitest';

import { createParameters } from '../../../../lib/http/resources/document-parameters.ts';

describe('the format of a document that is sent', () => {
  it.each(['constructor', 'toString', '__proto__', 'csv'])('is refused if it is %s', (format) => {
    expect(createParameters.shape.format.safeParse(format).success).toBe(false);
  });

  it('is JSON-LD or service-json', () => {
    expect(createParameters.shape.format.parse('jsonld')).toBe('json-ld');
    expect(createParameters.shape.format.parse('arches-json')).toBe('service-json');
  });
});
