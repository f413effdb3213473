import { NotFound } from '../../errors.ts';

/** What is thrown where there is no collection that the caller may see. */
export function unknownCollection(): NotFound {
  return new NotFound('There is no collection with this id that you may read.');
}
