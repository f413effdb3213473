import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { derivePicture } from '../../../lib/images/derive-picture.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { drawPicture } from './pictures.ts';

/* ExifTool writes places into pictures of each format, and looks for them in the copies. */

const run = promisify(execFile);
const hasExifTool = spawnSync('exiftool', ['-ver']).status === 0;

const formats = ['jpeg', 'png', 'webp', 'tiff', 'avif', 'gif'] as const;

const places = [
  ['GPS:GPSLatitude', '51.1'],
  ['GPS:GPSAltitude', '100'],
  ['XMP-exif:GPSLatitude', '51.1'],
  ['XMP-exif:GPSDestLatitude', '51.1'],
  ['XMP-iptcCore:Location', 'Stonehenge'],
  ['XMP-photoshop:City', 'Amesbury'],
  ['XMP-iptcExt:LocationShownCity', 'Amesbury'],
  ['XMP-iptcExt:LocationCreatedGPSLatitude', '51.1'],
  ['XMP-prism:Location', 'Stonehenge'],
  ['IPTC:City', 'Amesbury'],
  ['IPTC:Sub-location', 'Stonehenge'],
] as const;

const others = [
  ['EXIF:Artist', 'A. Photographer'],
  ['EXIF:DateTimeOriginal', '2026:01:01 10:00:00'],
  ['GPS:GPSDateStamp', '2026:01:01'],
  ['XMP-photoshop:Country', 'England'],
] as const;

/** Draws a picture in each format, and lets ExifTool write a tag into it. @returns those that can have the tag */
async function picturesWith(
  folder: string,
  tag: string,
  value: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map(
    formats.map((format) => [format, path.join(folder, `picture.${format}`)] as const),
  );
  const drawn = new Map<string, Buffer>();
  for (const [format, file] of files) {
    const picture = await drawPicture({}, (sketch) => sketch.toFormat(format));
    drawn.set(format, picture);
    await writeFile(file, picture);
  }
  // Formats that cannot have the tag are an error, and stay as they are.
  const parameters = ['-q', '-overwrite_original', `-${tag}=${value}`, ...files.values()];
  await run('exiftool', parameters).catch(() => undefined);
  const written = new Map<string, Buffer>();
  for (const [format, file] of files) {
    const bytes = await readFile(file);
    if (drawn.get(format)?.equals(bytes) === false) written.set(format, bytes);
  }
  return written;
}

const readTags = async (file: string): Promise<string> =>
  (await run('exiftool', ['-a', '-s', '-G1', file])).stdout;

describe.skipIf(!hasExifTool)('a picture into which ExifTool has written', () => {
  it.each(places)('%s has a place, of which its copies have nothing', async (tag, value) => {
    await withTemporaryFolder(async (folder) => {
      const pictures = await picturesWith(folder, tag, value);
      expect(pictures.size).toBeGreaterThan(1);
      for (const [format, bytes] of pictures) {
        const { hasPlace, derivatives } = await derivePicture(bytes);
        expect([format, hasPlace]).not.toEqual([format, false]);
        const copy = path.join(folder, 'copy.jpg');
        await writeFile(copy, derivatives[0]?.bytes ?? Buffer.alloc(0));
        const tags = await readTags(copy);
        expect(tags).toContain('ImageWidth');
        expect(tags).not.toMatch(/GPS|Latitude|Location|City|Amesbury|Stonehenge/);
      }
    });
  });

  it.each(others)('%s has no place', async (tag, value) => {
    await withTemporaryFolder(async (folder) => {
      const pictures = await picturesWith(folder, tag, value);
      expect(pictures.size).toBeGreaterThan(1);
      for (const [format, bytes] of pictures)
        expect([format, (await derivePicture(bytes)).hasPlace]).toEqual([format, false]);
    });
  });
});
