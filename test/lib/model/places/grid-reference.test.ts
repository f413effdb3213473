import { describe, expect, it } from 'vitest';

import {
  parseGridReference,
  type GridSquare,
} from '../../../../lib/model/places/grid-reference.ts';

type Example = readonly [reference: string, longitude: number, latitude: number, metres: number];

/** Converted by the library convertbng of PyPI, with the exact transformation of the Ordnance Survey (OSTN15). */
const british: readonly Example[] = [
  ['SU 12244 42189', -1.826203, 51.178806, 1],
  ['TQ 388 773', -0.00194, 51.478075, 100],
  ['NY 2154 0721', -3.211599, 54.454248, 10],
  ['HU396753', -1.280963, 60.459977, 100],
  ['SW 34 25', -5.711783, 50.070192, 1000],
  ['TG 51409 13177', 1.71607, 52.658008, 1],
  ['NZ12345678', -1.809011, 54.905641, 10],
  ['NF 0 9', -8.647905, 57.769806, 10_000],
  ['SU 123 456', -1.824576, 51.20992, 100],
  ['SU1234', -1.822812, 51.109655, 1000],
  ['HP 6082 1504', -0.8838, 60.813673, 10],
  ['NN 1666 7127', -5.00369, 56.79677, 10],
  ['SV 8910', -6.326792, 49.91389, 1000],
];

/** Converted by the library mgrs of PyPI, which contains GEOTRANS of the NGA. */
const military: readonly Example[] = [
  ['30UXC0000000000', -1.561116, 51.442357, 1],
  ['38SMB4488', 44.403633, 33.33424, 1000],
  ['31UDQ48251195', 2.294548, 48.858406, 10],
  ['56HLH3489448882', 151.214595, -33.887505, 1],
  ['19FDV12', -70.322729, -54.814932, 10_000],
  ['18SUJ2348306479', -77.035236, 38.889467, 1],
  ['32VLM9999', 7.174913, 60.419292, 1000],
  ['30NWF50', -2.50573, 0.045239, 10_000],
  ['33XVG7459144005', 13.916838, 77.869185, 1],
  ['36NTF1234', 30.417158, 0.311818, 1000],
  ['60GXV45', 178.725206, -41.043318, 10_000],
  ['12CWT5050', -108.668865, -78.807518, 1000],
  ['22MHE3344', -48.004176, -0.50143, 1000],
];

/** @throws Error if the text is no grid reference */
function squareOf(reference: string): GridSquare {
  const square = parseGridReference(reference);
  if (square === undefined) throw new Error(`${reference} is no grid reference.`);
  return square;
}

function metresBetween(square: GridSquare, longitude: number, latitude: number): number {
  const north = (square.latitude - latitude) * 111_320;
  const east = (square.longitude - longitude) * 111_320 * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

describe('a reference of the British National Grid', () => {
  it.each(british)(
    'is the centre of its square within 6 m: %s',
    (reference, longitude, latitude, metres) => {
      const square = squareOf(reference);
      expect(metresBetween(square, longitude, latitude)).toBeLessThan(6);
      expect(square.metres).toBe(metres);
    },
  );

  it('is the place of the example of the Ordnance Survey, transformed by Helmert', () => {
    // The example is E 651409.903, N 313177.270: 0.403 m and 0.23 m from the centre of this square.
    const square = squareOf('TG 51409 13177');
    expect(
      metresBetween(square, 1 + 42 / 60 + 57.787 / 3600, 52 + 39 / 60 + 28.723 / 3600),
    ).toBeLessThan(0.6);
  });

  it('may be in small letters, with spaces or without', () => {
    for (const spelling of ['su123456', 'SU 123456', 'SU 123 456', ' Su  12 34 56 ', 'S U']) {
      const expected = spelling === 'S U' ? undefined : squareOf('SU 123 456');
      expect([spelling, parseGridReference(spelling)]).toEqual([spelling, expected]);
    }
  });
});

describe('a reference of the Military Grid Reference System', () => {
  it.each(military)(
    'is the centre of its square within a metre: %s',
    (reference, longitude, latitude, metres) => {
      const square = squareOf(reference);
      expect(metresBetween(square, longitude, latitude)).toBeLessThan(1);
      expect(square.metres).toBe(metres);
    },
  );

  it('may be in small letters, with spaces, and without a zero before the zone', () => {
    expect(parseGridReference('31u dq 4825 1195')).toEqual(squareOf('31UDQ48251195'));
    expect(parseGridReference('4Q FJ 12345 67890')).toEqual(squareOf('04QFJ1234567890'));
  });

  it('may name a square that the edge of a band divides, by either band', () => {
    // 8° N, between the bands N and P, is 884.4 km from the equator.
    expect(parseGridReference('31PDJ5084')).toEqual(parseGridReference('31NDJ5084'));
  });
});

describe('a text that is no grid reference', () => {
  it.each([
    '',
    'SU',
    'SU 1',
    'SU 123',
    'SU 12 3456',
    'SU 123456 123456',
    'SU 12E4',
    'AA 12 34',
    'IA 12 34',
    'ZZ 12 34',
    'Barrow',
    '-1.8,51.2',
    '31UDQ',
    '31UDQ123',
    '00UDQ12',
    '61UDQ12',
    '31UAQ12',
    '31IDQ12',
    '31UDW12',
    '31UIQ12',
    // The row is 2000 km from the band, and the column is in the zone beside it.
    '31PDA1212',
    '01KAB34',
    '30NZF50',
  ])('has no place: %j', (text) => {
    expect(parseGridReference(text)).toBeUndefined();
  });
});
