import { describe, expect, it } from 'vitest';

import { NotAcceptable } from '../../../../lib/http/errors/errors.ts';
import {
  negotiateFormat,
  type OfferedFormats,
} from '../../../../lib/http/negotiation/negotiation.ts';

const offeredFormats: OfferedFormats = ['json-ld', 'json', 'service-json'];

describe('the choice of a format', () => {
  it('is the default without the parameter and Accept', () => {
    expect(negotiateFormat(undefined, undefined, offeredFormats).format).toBe('json-ld');
  });

  it('follows the parameter, even if Accept differs', () => {
    expect(negotiateFormat('json', 'application/ld+json', offeredFormats).format).toBe('json');
  });

  it('treats arches-json as service-json', () => {
    expect(negotiateFormat('arches-json', undefined, offeredFormats).format).toBe('service-json');
  });

  it('follows Accept if the parameter is not sent', () => {
    expect(negotiateFormat(undefined, 'application/json', offeredFormats).format).toBe('json');
  });

  it('is the format with the highest quality', () => {
    const accept = 'application/ld+json;q=0.5, application/json;q=0.9';
    expect(negotiateFormat(undefined, accept, offeredFormats).format).toBe('json');
  });

  it('is the default for the Accept of a browser', () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect(negotiateFormat(undefined, accept, offeredFormats).format).toBe('json-ld');
  });

  it('prefers the specific range to the wildcard', () => {
    const accept = 'application/ld+json;q=0, application/*';
    expect(negotiateFormat(undefined, accept, offeredFormats).format).toBe('json');
  });

  it('ignores the letter case and the parameters of a media type', () => {
    expect(
      negotiateFormat(undefined, 'Application/JSON; charset=utf-8', offeredFormats).format,
    ).toBe('json');
  });

  it('refuses an unknown format and lists the formats of the operation', () => {
    expect(() => negotiateFormat('yaml', undefined, offeredFormats)).toThrow(
      '"yaml" is not a format of this operation. Its formats are: json-ld, json, service-json.',
    );
  });

  it('refuses a known format that the operation does not have', () => {
    expect(() => negotiateFormat('xml', undefined, offeredFormats)).toThrow(NotAcceptable);
  });

  it('refuses an empty format', () => {
    expect(() => negotiateFormat('', 'application/json', offeredFormats)).toThrow(NotAcceptable);
  });

  it('refuses a format in another letter case', () => {
    expect(() => negotiateFormat('JSON', undefined, offeredFormats)).toThrow(NotAcceptable);
  });

  it('refuses an Accept that covers none of the formats', () => {
    expect(() => negotiateFormat(undefined, 'image/png', offeredFormats)).toThrow(NotAcceptable);
  });

  it('includes the media type that Accept names, if the format has several media types', () => {
    const formatsWithXml: OfferedFormats = ['json-ld', 'xml'];
    expect(negotiateFormat(undefined, 'application/rdf+xml', formatsWithXml).mediaType).toBe(
      'application/rdf+xml',
    );
    expect(negotiateFormat('xml', 'application/rdf+xml', formatsWithXml).mediaType).toBe(
      'application/rdf+xml',
    );
    expect(negotiateFormat('xml', 'text/html', formatsWithXml).mediaType).toBe('application/xml');
  });

  it('includes the profiles that Accept names for the media type', () => {
    const accept =
      'application/ld+json;profile="https://example.org/a https://example.org/b", application/json;profile=c';
    expect(negotiateFormat(undefined, accept, offeredFormats).profiles).toStrictEqual([
      'https://example.org/a',
      'https://example.org/b',
    ]);
  });

  it('includes the profile of the best range, if several ranges have the same media type', () => {
    const accept = 'application/ld+json;q=0.4, application/ld+json;profile=linked';
    expect(negotiateFormat(undefined, accept, offeredFormats).profiles).toStrictEqual(['linked']);
  });
});

describe('the choice of a format for an operation that never refuses an Accept', () => {
  const featureFormats: OfferedFormats = ['geojson', 'geojsonseq'];
  const chooseMediaType = (format: string | undefined, accept: string | undefined) =>
    negotiateFormat(format, accept, featureFormats, true).mediaType;

  it.each(['image/png', 'text/html,application/xhtml+xml;q=0.9', 'application/json;q=0', ''])(
    'is the default if Accept covers no format of the operation: %s',
    (accept) => {
      expect(chooseMediaType(undefined, accept)).toBe('application/json');
    },
  );

  it.each([
    ['application/geo+json', 'application/geo+json'],
    ['application/geo+json, application/json;q=0.9', 'application/geo+json'],
    ['application/geo+json;q=0.5, application/json', 'application/json'],
    ['application/geo+json, application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/geo+json-seq', 'application/geo+json-seq'],
  ])('follows the qualities of Accept: %s', (accept, mediaType) => {
    expect(chooseMediaType(undefined, accept)).toBe(mediaType);
  });

  it('follows the parameter, with the media type of Accept if it belongs to the format', () => {
    expect(chooseMediaType('geojsonseq', undefined)).toBe('application/x-ndjson');
    expect(chooseMediaType('geojsonseq', 'application/geo+json-seq')).toBe(
      'application/geo+json-seq',
    );
    expect(chooseMediaType('json', 'image/png')).toBe('application/json');
    expect(() => chooseMediaType('yaml', undefined)).toThrow(NotAcceptable);
  });
});
