/** Parsers of forms may require 27 characters. */
export const multipartBoundary = 'cut'.repeat(10);

/** A part of a multipart form. */
export const multipartField = (name: string, value: string, fileName = ''): string => {
  const file =
    fileName === '' ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`;
  return `--${multipartBoundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
};

/** A multipart form with some fields, then a file `data`. */
export const multipartForm = (fields: Readonly<Record<string, string>>) => ({
  body: [
    ...Object.entries(fields).map(([name, value]) => multipartField(name, value)),
    multipartField('data', 'bytes', 'mill.bin'),
    `--${multipartBoundary}--\r\n`,
  ].join(''),
  headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` },
});
