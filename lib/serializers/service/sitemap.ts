import { nilUuid, type ResourceId } from '../../model/ids.ts';
import { resourceUri } from '../../model/uris.ts';
import { escapeXml } from '../escape-xml.ts';

/** The namespace of the Sitemaps protocol 0.9 (https://www.sitemaps.org/protocol.html). */
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Writes the index of the sitemap. Its parts have the same path as the index, because a sitemap may list only URLs at or below its own
 * folder.
 * @param boundaries the last id of each part, except that of the last part
 */
export function sitemapIndex(baseUrl: string, boundaries: readonly ResourceId[]): string {
  const urls = [nilUuid, ...boundaries].map((after) => `${baseUrl}/sitemap.xml?after=${after}`);
  return xmlDocument('sitemapindex', 'sitemap', urls);
}

/** Writes one part of the sitemap. The first part begins with the landing page, so it is never empty, as the protocol requires. */
export function sitemapPart(
  baseUrl: string,
  ids: readonly string[],
  { isFirst }: { readonly isFirst: boolean },
): string {
  const urls = ids.map((id) => resourceUri(baseUrl, id));
  return xmlDocument('urlset', 'url', isFirst ? [`${baseUrl}/`, ...urls] : urls);
}

function xmlDocument(root: string, element: string, urls: readonly string[]): string {
  const elements = urls.map((url) => `<${element}><loc>${escapeXml(url)}</loc></${element}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${elements.join('')}</${root}>\n`;
}
