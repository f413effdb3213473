import type { ListedExport } from '../../queries/exports/fetchable-exports.ts';

/** Creates the document of GET /exports. Only callers who are allowed to fetch a file get its links. */
export function exportListDocument(exports: readonly ListedExport[], baseUrl: string): unknown {
  return {
    exports: exports.map(({ name, format, mayFetch, file, confirmed }) => ({
      name,
      format,
      ...(file === null ? {} : describeFile(format, file)),
      ...(confirmed === null ? {} : { confirmed }),
      ...(mayFetch && file !== null
        ? { href: `${baseUrl}/exports/${name}`, manifest: `${baseUrl}/exports/${name}?manifest` }
        : {}),
    })),
  };
}

/** `leftOut` is only part of N-Quads files, because only RDF cannot express every resource instance. */
function describeFile(
  format: ListedExport['format'],
  { leftOut, bytes, ...file }: NonNullable<ListedExport['file']>,
): object {
  return { ...file, ...(format === 'nquads' ? { leftOut } : {}), bytes };
}
