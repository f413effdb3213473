/** The copies of a picture: for lists, and the largest one for pages and viewers. */
export type DerivativeKind = 'thumbnail' | 'page';

/** The type of all derivatives. */
export const derivativeType = 'image/jpeg';

/** The key of a derivative. Other kinds of bytes get other beginnings (infra/aws/files.yml). */
export const derivativeKeyOf = (fileId: string, kind: DerivativeKind): string =>
  `derived/${fileId}/${kind}.jpg`;

/** The name under which the copy of a picture is saved: that of the original, as a JPEG. */
export const derivativeName = (name: string): string => `${name.replace(/\.[^.]{1,10}$/u, '')}.jpg`;
