import { createHash } from 'node:crypto';

import type { FeatureChunk } from '../../../lib/geojson/read-features.ts';
import type { ExportContext } from '../../../lib/exports/export-context.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';

const formatId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Creates a text that hardly compresses, and that is always the same for the same number. */
function createNoise(number: number, characterCount: number): string {
  let text = '';
  for (let part = 0; text.length < characterCount; part += 1) {
    text += createHash('sha512').update(`${number} ${part}`).digest('base64');
  }
  return text.slice(0, characterCount);
}

/** Options of a fake source of features. */
export type FakeSource = {
  readonly pieceCount: number;
  /** The length of the text of each feature. */
  readonly characterCount: number;
  /** Called before each piece is returned, with the number of the piece, from 0. */
  readonly onPiece?: (piece: number) => Promise<void> | void;
};

/** Creates a fake source with one feature in each piece. Like the real source, it makes one Data API call for each piece. */
export function createFakeSource({
  pieceCount,
  characterCount,
  onPiece,
}: FakeSource): ExportContext['readFeatures'] {
  return async function* ({ dataApi }, after): AsyncGenerator<FeatureChunk> {
    const firstPiece = after === null ? 0 : Number(after.tileId.slice(-12)) + 1;
    for (let piece = firstPiece; piece < pieceCount; piece += 1) {
      await dataApi.read(rawSql('select true::text'));
      await onPiece?.(piece);
      const feature = `,"properties":{"text":"${createNoise(piece, characterCount)}"},"geometry":null}`;
      const next =
        piece + 1 < pieceCount ? { resourceId: formatId(piece), tileId: formatId(piece) } : null;
      yield { features: [feature], next };
    }
  };
}
