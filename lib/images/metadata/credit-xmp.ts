import { escapeXml } from '../../serializers/escape-xml.ts';
import type { Credit } from './raw-metadata.ts';

/** The properties of Dublin Core with the credit (XMP specification, part 1, section 8.3). */
const properties = { artist: 'dc:creator', copyright: 'dc:rights' } as const;

/** Reads the credit in XMP: the first item of each property. */
export function readCreditInXmp(xmp: string): Credit {
  const artist = readFirstItem(xmp, properties.artist);
  const copyright = readFirstItem(xmp, properties.copyright);
  return {
    ...(artist === undefined ? {} : { artist }),
    ...(copyright === undefined ? {} : { copyright }),
  };
}

function readFirstItem(xmp: string, property: string): string | undefined {
  const element = textAfter(xmp, `<${property}`);
  const ownText = element?.slice(0, Math.max(0, element.indexOf(`</${property}`)));
  const item = textAfter(textAfter(ownText, '<rdf:li'), '>');
  const text = unescapeXml(item?.slice(0, Math.max(0, item.indexOf('<'))) ?? '').trim();
  return text === '' ? undefined : text;
}

function textAfter(text: string | undefined, mark: string): string | undefined {
  const position = text?.indexOf(mark) ?? -1;
  return position === -1 ? undefined : text?.slice(position + mark.length);
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Writes a credit as XMP, which unlike EXIF has letters of any script. */
export function writeCreditAsXmp({ artist, copyright }: Credit): string {
  const creator = artist === undefined ? '' : writeProperty(properties.artist, 'Seq', '', artist);
  const language = ' xml:lang="x-default"';
  const rights =
    copyright === undefined ? '' : writeProperty(properties.copyright, 'Alt', language, copyright);
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${creator}${rights}</rdf:Description>`,
    '</rdf:RDF>',
    '</x:xmpmeta>',
  ].join('');
}

const writeProperty = (
  name: string,
  container: 'Seq' | 'Alt',
  attributes: string,
  text: string,
): string =>
  `<${name}><rdf:${container}><rdf:li${attributes}>${escapeXml(text)}</rdf:li></rdf:${container}></${name}>`;
