/** Tells by its name whether a file is compressed with gzip: the name ends in `.gz`, in any letter case. */
export function isGzipFileName(file: string): boolean {
  return /\.gz$/i.test(file);
}
