import { ServiceError } from './errors.ts';

/**
 * Reads PostgreSQL's text of an array with one dimension, such as `{1,NULL,"a, b"}` or, where it does not begin at 1,
 * `[0:1]={1,2}`. The bounds are lost, as in the service.
 * @throws ServiceError UnsupportedResultException for more dimensions
 */
export function parseArrayElements(text: string): readonly (string | null)[] {
  const braces = text.slice(text.indexOf('{'));
  if (braces.startsWith('{{')) {
    throw new ServiceError(
      'UnsupportedResultException',
      'The result contains a multidimensional array, which is not supported.',
    );
  }
  const inner = braces.slice(1, -1);
  if (inner === '') return [];
  return Array.from(
    inner.matchAll(/(?:^|,)(?:"((?:[^"\\]|\\[\s\S])*)"|([^,]*))/g),
    ([, quoted, bare = '']) => {
      if (quoted !== undefined) return quoted.replaceAll(/\\([\s\S])/g, '$1');
      return bare === 'NULL' ? null : bare;
    },
  );
}
