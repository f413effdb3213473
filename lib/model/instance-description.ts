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

/** The link to the contact of an instance. */
export const contactLink = (contact: string): string =>
  contact.includes('@') && !/^https?:/.test(contact) ? `mailto:${contact}` : contact;
