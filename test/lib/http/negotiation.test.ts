import { describe, expect, it } from 'vitest';

import { NotAcceptable } from '../../../lib/http/errors.ts';
import { negotiate, type OfferedFormats } from '../../../lib/http/negotiation.ts';

const offered: OfferedFormats = ['json-ld', 'json', 'service-json'];

describe('the choice of a format', () => {
  it('is the default when nothing is said', () => {
    expect(negotiate(undefined, undefined, offered)).toBe('json-ld');
  });

  it('is the parameter, whatever Accept says', () => {
    expect(negotiate('json', 'application/ld+json', offered)).toBe('json');
  });

  it('knows arches-json as service-json', () => {
    expect(negotiate('arches-json', undefined, offered)).toBe('service-json');
  });

  it('is by Accept when there is no parameter', () => {
    expect(negotiate(undefined, 'application/json', offered)).toBe('json');
  });

  it('is the one with the highest quality', () => {
    const accept = 'application/ld+json;q=0.5, application/json;q=0.9';
    expect(negotiate(undefined, accept, offered)).toBe('json');
  });

  it('is the default for what a browser accepts', () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect(negotiate(undefined, accept, offered)).toBe('json-ld');
  });

  it('prefers the specific range to the wildcard', () => {
    const accept = 'application/ld+json;q=0, application/*';
    expect(negotiate(undefined, accept, offered)).toBe('json');
  });

  it('does not mind the case of a media type or its parameters', () => {
    expect(negotiate(undefined, 'Application/JSON; charset=utf-8', offered)).toBe('json');
  });

  it('refuses an unknown format and lists the formats there are', () => {
    expect(() => negotiate('yaml', undefined, offered)).toThrow(
      '"yaml" is not a format of this operation. Its formats are: json-ld, json, service-json.',
    );
  });

  it('refuses a known format that the operation does not have', () => {
    expect(() => negotiate('xml', undefined, offered)).toThrow(NotAcceptable);
  });

  it('takes an empty format for an unknown one', () => {
    expect(() => negotiate('', 'application/json', offered)).toThrow(NotAcceptable);
  });

  it('tells formats apart by case', () => {
    expect(() => negotiate('JSON', undefined, offered)).toThrow(NotAcceptable);
  });

  it('refuses an Accept that covers none of the formats', () => {
    expect(() => negotiate(undefined, 'image/png', offered)).toThrow(NotAcceptable);
  });
});
