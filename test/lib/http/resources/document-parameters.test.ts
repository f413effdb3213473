import { describe, expect, it } from 'vitest';

import { parametersForCreate } from '../../../../lib/http/resources/document-parameters.ts';

describe('the format of a document that is sent', () => {
  it.each(['constructor', 'toString', '__proto__', 'csv'])('is refused if it is %s', (format) => {
    expect(parametersForCreate.shape.format.safeParse(format).success).toBe(false);
  });

  it('is JSON-LD or service-json', () => {
    expect(parametersForCreate.shape.format.parse('jsonld')).toBe('json-ld');
    expect(parametersForCreate.shape.format.parse('arches-json')).toBe('service-json');
  });
});
