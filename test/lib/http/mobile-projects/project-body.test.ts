import { describe, expect, it } from 'vitest';

import { readProjectBody } from '../../../../lib/http/mobile-projects/project-body.ts';

describe('a mobile project in a request', () => {
  it('may contain whole numbers in any JSON notation', () => {
    const body = '{"users":[3.0,4e0],"groups":[5],"datadownloadconfig":{"count":1e3}}';
    const { fields, problems } = readProjectBody(body, 'application/json');
    expect(problems).toEqual([]);
    expect(fields).toMatchObject({ users: [3, 4], groups: [5], downloadConfig: { count: 1000 } });
  });

  it('is refused if a number is fractional or too large', () => {
    const body = '{"users":[3.5],"groups":[2147483648,1e400]}';
    const { problems } = readProjectBody(body, 'application/json');
    const pointers = problems.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/groups/0', '/groups/1', '/users/0']);
  });
});
