/** Whether the content of a file is packed with gzip: its name ends in `.gz`, in any letter case. */
export function isPackedName(file: string): boolean {
  return /\.gz$/i.test(file);
}
