import { ServiceError } from './errors.ts';

/**
 * Parses the text of a PostgreSQL array with one dimension, such as `{1,NULL,"a, b"}` or `[0:1]={1,2}`. Bounds are ignored, as in
 * the Data API.
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
  const content = braces.slice(1, -1);
  if (content === '') return [];
  return Array.from(
    content.matchAll(/(?:^|,)(?:"((?:[^"\\]|\\[\s\S])*)"|([^,]*))/g),
    ([, quoted, bare = '']) => {
      if (quoted !== undefined) return quoted.replaceAll(/\\([\s\S])/g, '$1');
      return bare === 'NULL' ? null : bare;
    },
  );
}
