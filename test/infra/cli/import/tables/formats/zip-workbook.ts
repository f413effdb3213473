import { crc32, deflateRawSync } from 'node:zlib';

import { writeWorkbookParts } from '../../../../../../infra/cli/export/tables/xlsx/workbook-parts.ts';
import {
  writeDirectory,
  writeLocalHeader,
  type ZipPart,
} from '../../../../../../infra/cli/export/tables/xlsx/zip-parts.ts';

type Part = readonly [path: string, text: string];

/** Puts files into a zip archive. @param declaredBytes the size that the archive says that each file has, instead of its own */
export function zip(parts: readonly Part[], declaredBytes?: number): Uint8Array {
  let offset = 0;
  const listed: (ZipPart & { readonly offset: number })[] = [];
  const chunks = parts.flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const deflated = deflateRawSync(content);
    const part = {
      path,
      checksum: crc32(content),
      bytes: declaredBytes ?? content.length,
      deflatedBytes: deflated.length,
    };
    const header = Buffer.from(writeLocalHeader(part));
    listed.push({ ...part, offset });
    offset += header.length + deflated.length;
    return [header, deflated];
  });
  return Buffer.concat([...chunks, writeDirectory(listed, offset)]);
}

const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

/** The parts of a workbook with one sheet. The styles 1 and 2 are dates. @param rows the XML of the rows, and what follows them */
export const workbookParts = (rows: string, after = ''): readonly Part[] => [
  ...writeWorkbookParts(['Sites']),
  ['xl/styles.xml', styles],
  [
    'xl/sharedStrings.xml',
    '<sst><si><t>Ref</t></si><si><r><t>Na</t></r><r><t>me</t></r><rPh><t>reading</t></rPh></si></sst>',
  ],
  ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`],
];
