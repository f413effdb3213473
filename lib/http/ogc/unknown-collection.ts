import { NotFound } from '../../errors.ts';

/** What is thrown where there is no collection that the caller may see. */
export function unknownCollection(): NotFound {
  return new NotFound('There is no collection with this id that you may read.');
}

/** The slug that is asked for. No text of a database has U+0000: one with it is asked for like one that nothing has. */
export function askedSlug(collectionId: string): string {
  return collectionId.includes('\0') ? '' : collectionId;
}
