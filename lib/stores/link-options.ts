/** What a temporary link to a stored file allows, and the headers with which the file is then sent. */
export type LinkOptions = {
  /** The header `Content-Disposition`. */
  readonly disposition: string;
  /** The header `Content-Type`, if it is not that with which the file was stored. */
  readonly contentType?: string | undefined;
  /** The header `Cache-Control`, if the answer may be kept. */
  readonly cacheControl?: string | undefined;
  readonly validSeconds: number;
  /** When the time begins for which the link is valid; now if left out. */
  readonly signedAt?: Date;
  /** The method that the link allows. */
  readonly method: 'GET' | 'HEAD';
};
