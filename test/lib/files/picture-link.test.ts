import { describe, expect, it, vi } from 'vitest';

import { fileOrigins } from '../../../lib/files/file-location.ts';
import { createPictureLink } from '../../../lib/files/picture-link.ts';

const settings = {
  fileBucket: 'files-of-a-stage',
  fileFolder: '',
  fileLinks: undefined,
  s3Endpoint: undefined,
  region: 'eu-west-1',
  baseUrl: 'https://heritage.test',
};

vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');

const link = async (time: string) =>
  createPictureLink(settings, 'derived/1/page.jpg', { now: new Date(`2026-11-30T${time}Z`) });

/** The times between which a link is valid. */
function validity(address: string): readonly [from: number, to: number] {
  const { searchParams } = new URL(address);
  const date = (searchParams.get('X-Amz-Date') ?? '').replace(
    /^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/,
    '$1-$2-$3:$4:$5',
  );
  const from = Date.parse(date);
  return [from, from + Number(searchParams.get('X-Amz-Expires')) * 1000];
}

describe('the link to a copy of a picture', () => {
  it('is the same on all pages of five minutes, so that browsers keep the picture', async () => {
    expect(await link('10:04:59.999')).toBe(await link('10:00:00.000'));
    expect(await link('10:05:00.000')).not.toBe(await link('10:04:59.999'));
  });

  it.each(['10:00:00', '10:02:30', '10:04:59'])(
    'of a page of %s is valid from then on, and for ten minutes at least',
    async (time) => {
      const [from, to] = validity(await link(time));
      const now = Date.parse(`2026-11-30T${time}Z`);
      expect(from).toBeLessThanOrEqual(now);
      expect(to - now).toBeGreaterThan(600_000);
      expect(to - now).toBeLessThanOrEqual(900_000);
    },
  );

  it('signs that the picture is a JPEG, which is shown and may be kept as long as the link is valid', async () => {
    const { searchParams } = new URL(await link('10:00:00'));
    expect(searchParams.get('response-content-type')).toBe('image/jpeg');
    expect(searchParams.get('response-content-disposition')).toBe('inline; filename="picture.jpg"');
    expect(searchParams.get('response-cache-control')).toBe('private, max-age=900, immutable');
  });

  it('is on the host that policies of pages name', async () => {
    expect(fileOrigins(settings)).toEqual([new URL(await link('10:00:00')).origin]);
  });

  it('is refused on the host of the service, whose cookies the picture could then use', async () => {
    const onSameHost = { ...settings, s3Endpoint: 'https://heritage.test:9000' };
    await expect(createPictureLink(onSameHost, 'derived/1/page.jpg')).rejects.toThrow(
      'Files need another host than that of HDS_BASE_URL.',
    );
  });

  it('does not exist for pictures in a folder that is not served', () => {
    expect(fileOrigins({ ...settings, fileBucket: undefined })).toEqual([]);
  });
});
