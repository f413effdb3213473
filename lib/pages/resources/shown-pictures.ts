import { fileOrigins, type FileSettings } from '../../files/file-location.ts';
import { createPictureLink } from '../../files/picture-link.ts';
import type { Derivative } from '../../queries/files/derivatives.ts';

/** A copy of a picture at an address that a page may load it from for some minutes. */
export type ShownPicture = {
  readonly source: string;
  readonly width: number;
  readonly height: number;
};

/** The pictures of a page by key, and the hosts from which it loads them. */
export type ShownPictures = {
  readonly pictures: ReadonlyMap<string, ShownPicture>;
  readonly hosts: readonly string[];
};

/**
 * Signs the links of the pictures of a page. Without pictures it needs no settings.
 * @param derivatives the copies that the page shows, by a key of the page's own
 * @throws Error like `createPictureLink`
 */
export async function signPictures(
  derivatives: ReadonlyMap<string, Derivative>,
  settings: FileSettings,
): Promise<ShownPictures> {
  if (derivatives.size === 0) return { pictures: new Map(), hosts: [] };
  const pictures = await Promise.all(
    [...derivatives].map(async ([key, { storageKey, width, height }]) => {
      const source = await createPictureLink(settings, storageKey);
      return [key, { source, width, height }] as const;
    }),
  );
  return { pictures: new Map(pictures), hosts: fileOrigins(settings) };
}
