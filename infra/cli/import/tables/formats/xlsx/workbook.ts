import path from 'node:path';

import { FileFormatError } from '../../../file-error.ts';
import { isDateFormat } from './date-cells.ts';
import { parseWholeXml } from './parse-xml.ts';
import { decodeSheetText } from './sheet-text.ts';
import type { ZipArchive } from './zip-archive.ts';

/** What the sheets of a workbook refer to. */
export type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  /** Texts that cells have by their number. */
  readonly sharedTexts: readonly string[];
  /** Whether a cell with a style is a date. */
  readonly isDateStyle: (style: number) => boolean;
  /** Whether days are counted from 1904. */
  readonly isFrom1904: boolean;
};

const workbookPath = 'xl/workbook.xml';
/** Texts of sheets are in memory. */
const maxSharedCharacters = 256 * 1024 * 1024;

/** Reads the parts of a workbook (ISO/IEC 29500-1) beside its sheets. @throws FileFormatError */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const targets = await readTargets(archive);
  const sheets: { name: string; path: string }[] = [];
  let isFrom1904 = false;
  await parseWholeXml(archive.read(workbookPath), {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const target = targets.get(id ?? '');
      // A sheet without a file is a chart.
      if (target !== undefined) sheets.push({ name: attributes['name'] ?? '', path: target });
    },
  });
  return {
    sheets,
    isFrom1904,
    sharedTexts: await readSharedTexts(archive),
    isDateStyle: await readDateStyles(archive),
  };
}

/** Reads the paths of sheets, by the ids of their relationships. */
async function readTargets(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  await parseWholeXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name !== 'Relationship' || !type.endsWith('/worksheet')) return;
      targets.set(id, path.posix.resolve('/xl', target).slice(1));
    },
  });
  return targets;
}

async function readSharedTexts(archive: ZipArchive): Promise<readonly string[]> {
  const texts: string[] = [];
  const file = 'xl/sharedStrings.xml';
  if (!archive.has(file)) return texts;
  const collected = { text: '', isText: false, isReading: false, characters: 0 };
  await parseWholeXml(archive.read(file), {
    open: (name) => {
      if (name === 'si') collected.text = '';
      if (name === 'rPh') collected.isReading = true;
      if (name === 't') collected.isText = !collected.isReading;
    },
    text: (text) => {
      if (!collected.isText) return;
      collected.text += text;
      collected.characters += text.length;
      if (collected.characters > maxSharedCharacters)
        throw new FileFormatError(
          'file_too_large',
          'The texts of the workbook are too large: save it as CSV',
        );
    },
    close: (name) => {
      if (name === 't') collected.isText = false;
      if (name === 'rPh') collected.isReading = false;
      if (name === 'si') texts.push(decodeSheetText(collected.text));
    },
  });
  return texts;
}

async function readDateStyles(archive: ZipArchive): Promise<Workbook['isDateStyle']> {
  const file = 'xl/styles.xml';
  if (!archive.has(file)) return () => false;
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let isInCellStyles = false;
  await parseWholeXml(archive.read(file), {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isInCellStyles = true;
      if (name === 'xf' && isInCellStyles) styles.push(Number(numFmtId));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  });
  return (style) => {
    const format = styles[style];
    return format !== undefined && isDateFormat(format, formats.get(format));
  };
}
