import type { ListedExport } from '../../queries/exports/fetchable-exports.ts';

/** The document of GET /exports. Where a file is told only to those who may fetch it. */
export function exportListDocument(exports: readonly ListedExport[], baseUrl: string): unknown {
  return {
    exports: exports.map(({ name, format, mayFetch, file, confirmed }) => ({
      name,
      format,
      ...file,
      ...(confirmed === null ? {} : { confirmed }),
      ...(mayFetch && file !== null
        ? { href: `${baseUrl}/exports/${name}`, manifest: `${baseUrl}/exports/${name}?manifest` }
        : {}),
    })),
  };
}
