import type { ReadSetting } from './setting-reader.ts';
import { boundedText, matchingText, webUrl } from './setting-schemas.ts';

/** What the operator of an instance says of it, on pages and in descriptions for programs. */
export type InstanceDescription = {
  readonly title: string;
  /** A sentence or two. */
  readonly description: string | undefined;
  /** The URL of an image. */
  readonly logo: string | undefined;
  /** The URL of the licence of the data. */
  readonly licence: string | undefined;
  /** An address of mail, or the URL of a page. */
  readonly contact: string | undefined;
  /** The last line of each page. */
  readonly footer: string | undefined;
};

/** Reads the settings that describe an instance. */
export const readInstanceDescription = (read: ReadSetting): InstanceDescription => ({
  title: read('HDS_TITLE', () => boundedText(1, 100)) ?? 'Heritage Data Service',
  description: read('HDS_DESCRIPTION', () => boundedText(1, 500)),
  logo: read('HDS_LOGO', webUrl),
  licence: read('HDS_LICENCE', webUrl),
  contact: read('HDS_CONTACT', () =>
    matchingText(
      /^(?:https?:\/\/\S+|[^\s@<>"]+@[^\s@<>"]+)$/,
      'must be an address of mail such as records@example.org, or a URL',
    ).max(300, { error: 'must have at most 300 characters' }),
  ),
  footer: read('HDS_FOOTER', () => boundedText(1, 500)),
});

/** The link to the contact of an instance. */
export const contactLink = (contact: string): string =>
  contact.includes('@') && !/^https?:/.test(contact) ? `mailto:${contact}` : contact;
