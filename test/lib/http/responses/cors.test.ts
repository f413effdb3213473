import { describe, expect, it } from 'vitest';

import { preflightHeaders } from '../../../../lib/http/responses/cors.ts';

describe('a preflight', () => {
  it('allows the requested headers', () => {
    const headers = preflightHeaders('GET', 'Authorization, X-SERVICE-FORMAT');
    expect(headers['Access-Control-Allow-Headers']).toBe('Authorization, X-SERVICE-FORMAT');
  });

  it('does not allow a value that is not a list of header names', () => {
    const headers = preflightHeaders('GET', 'a\r\nSet-Cookie: b=c');
    expect(headers).not.toHaveProperty('Access-Control-Allow-Headers');
  });
});
