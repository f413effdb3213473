import { isUtf8 } from 'node:buffer';

import { FileFormatError } from '../file-error.ts';
import {
  closingBraceByte,
  closingBracketByte,
  colonByte,
  commaByte,
  lineFeedByte,
  openingBraceByte,
  openingBracketByte,
  quoteByte,
} from './json-bytes.ts';
import type { RecordText } from './record-text.ts';
import { ValueScanner } from './value-scanner.ts';

const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf];

/** A list or object that is parsed rather than skipped. */
type Container = 'root object' | 'business data' | 'records';

type Expectation =
  | 'value'
  | 'value or end'
  | 'key'
  | 'key or end'
  | 'colon'
  | 'comma or end'
  | 'nothing';

/** The purpose of the value that is being scanned. */
type Purpose = 'record' | 'key' | 'skipped';

type Capture = {
  readonly purpose: Purpose;
  readonly scanner: ValueScanner;
  readonly line: number;
  readonly parts: Uint8Array[];
};

/** A document with one of these keys is one record: nested, or flat as service-json is. */
const recordKeys: ReadonlySet<string> = new Set([
  'resourceinstance',
  'resourceinstanceid',
  'graph_id',
  'legacyid',
  'displayname',
  'descriptors',
  'tiles',
]);

/**
 * Cuts the records out of a business data document that comes in chunks. See readRecordTexts. Only the
 * path to the records is parsed; all other values are skipped.
 */
export class RecordScanner {
  readonly #containers: Container[] = [];
  #expected: Expectation = 'value';
  #key = '';
  #path = '';
  #capture: Capture | null = null;
  #position = 0;
  #hasRecords = false;
  #line = 1;
  readonly #isDamaged: boolean;
  /** The first fault of a damaged document. */
  #fault: FileFormatError | undefined;
  /** Whether the next record must be found after a fault. */
  #mustFindBrace = false;
  /** How many bytes came before the current chunk. */
  #passed = 0;
  readonly #records: RecordText[] = [];

  /** @param isDamaged whether reading continues with the next record after a fault. See readRecordTexts. */
  constructor(isDamaged = false) {
    this.#isDamaged = isDamaged;
  }

  /**
   * Scans the next bytes of the document, cut anywhere.
   * @returns the records that end in them; records before a fault are yielded before the error is thrown
   * @throws FileFormatError if the document is not JSON
   */
  *write(chunk: Uint8Array): Generator<RecordText> {
    let offset = 0;
    while (offset < chunk.length) {
      offset = this.#isDamaged ? this.#readOn(chunk, offset) : this.#read(chunk, offset);
      if (this.#records.length > 0) yield* this.#records.splice(0);
    }
    this.#passed += chunk.length;
  }

  /**
   * Ends the document.
   * @throws FileFormatError if it is cut off, is damaged, or is not a document of records
   */
  end(): readonly RecordText[] {
    if (this.#capture?.scanner.canEndWithFile() === true) this.#finish(this.#capture);
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#expected !== 'nothing') throw this.#malformed('The file is cut off', 0);
    if (!this.#hasRecords) {
      const message =
        'The file has no records: neither "business_data", nor a list, nor one "resourceinstance" with "tiles"';
      throw new FileFormatError('no_records', message);
    }
    return this.#records;
  }

  /** Returns the record that is cut off, if there is one. */
  takeCutOffRecord(): readonly RecordText[] {
    if (this.#capture?.purpose === 'record') this.#finish(this.#capture);
    return this.#records.splice(0);
  }

  #read(chunk: Uint8Array, offset: number): number {
    return this.#capture === null
      ? this.#step(chunk, offset)
      : this.#scanOn(chunk, offset, this.#capture);
  }

  /** Reads up to a fault, then continues at the next brace, which is taken for the beginning of a record. */
  #readOn(chunk: Uint8Array, offset: number): number {
    if (this.#mustFindBrace) return this.#findBrace(chunk, offset);
    try {
      return this.#read(chunk, offset);
    } catch (error) {
      if (!(error instanceof FileFormatError)) throw error;
      this.#fault ??= error;
    }
    const faultOffset = this.#capture?.scanner.offset ?? offset;
    this.#capture = null;
    this.#containers.splice(0, Infinity, 'records');
    this.#hasRecords = true;
    this.#expected = 'value or end';
    this.#mustFindBrace = true;
    return faultOffset;
  }

  #findBrace(chunk: Uint8Array, offset: number): number {
    const brace = chunk.indexOf(openingBraceByte, offset);
    const end = brace === -1 ? chunk.length : brace;
    this.#countLines(chunk, offset, end);
    this.#mustFindBrace = brace === -1;
    return end;
  }

  /** Scans one byte between values. */
  #step(chunk: Uint8Array, offset: number): number {
    const byte = chunk[offset] ?? 0;
    if (byte === lineFeedByte) this.#line += 1;
    if (byte <= 0x20 || byteOrderMark[this.#passed + offset] === byte) return offset + 1;
    switch (this.#expected) {
      case 'value':
        return this.#startValue(byte, offset);
      case 'value or end':
        return byte === closingBracketByte ? this.#leave(offset) : this.#startValue(byte, offset);
      case 'key':
      case 'key or end':
        if (byte === closingBraceByte && this.#expected === 'key or end')
          return this.#leave(offset);
        if (byte !== quoteByte) throw this.#malformed('A key in quotes is missing', offset);
        return this.#startCapture('key', offset);
      case 'colon':
        if (byte !== colonByte) throw this.#malformed('A colon is missing after a key', offset);
        this.#expected = 'value';
        return offset + 1;
      case 'comma or end':
        return this.#takeCommaOrEnd(byte, offset);
      default:
        throw this.#malformed('Something follows after the end of the document', offset);
    }
  }

  #takeCommaOrEnd(byte: number, offset: number): number {
    const isList = this.#containers.at(-1) === 'records';
    if (byte === (isList ? closingBracketByte : closingBraceByte)) return this.#leave(offset);
    if (byte !== commaByte) throw this.#malformed('A comma or closing bracket is missing', offset);
    this.#expected = isList ? 'value' : 'key';
    return offset + 1;
  }

  #startValue(byte: number, offset: number): number {
    if (
      byte === closingBraceByte ||
      byte === closingBracketByte ||
      byte === commaByte ||
      byte === colonByte
    )
      throw this.#malformed('A value is missing', offset);
    const container = this.#containers.at(-1);
    if (container === 'records') return this.#startCapture('record', offset);
    if (byte === openingBracketByte && this.#isListOfRecords(container))
      return this.#enter('records', offset);
    if (byte === openingBraceByte && container === undefined)
      return this.#enter('root object', offset);
    if (byte === openingBraceByte && container === 'root object' && this.#key === 'business_data')
      return this.#enter('business data', offset);
    return this.#startCapture('skipped', offset);
  }

  /** The document itself, `business_data` or `business_data.resources` can be the list. */
  #isListOfRecords(container: Container | undefined): boolean {
    if (container === undefined) return true;
    return this.#key === (container === 'root object' ? 'business_data' : 'resources');
  }

  #enter(container: Container, offset: number): number {
    if (container !== 'root object') this.#hasRecords = true;
    if (this.#containers.length > 0) this.#path += `/${this.#key}`;
    this.#containers.push(container);
    this.#expected = container === 'records' ? 'value or end' : 'key or end';
    return offset + 1;
  }

  #leave(offset: number): number {
    this.#containers.pop();
    this.#path = this.#path.slice(0, Math.max(0, this.#path.lastIndexOf('/')));
    this.#expected = this.#containers.length === 0 ? 'nothing' : 'comma or end';
    return offset + 1;
  }

  /** The new scanner scans the first byte again, so the offset stays. */
  #startCapture(purpose: Purpose, offset: number): number {
    const scanner = new ValueScanner([], purpose === 'record');
    this.#capture = { purpose, scanner, line: this.#line, parts: [] };
    return offset;
  }

  #scanOn(chunk: Uint8Array, start: number, capture: Capture): number {
    const step = capture.scanner.scan(chunk, start);
    const end = capture.scanner.offset;
    this.#countLines(chunk, start, end);
    if (capture.purpose !== 'skipped') capture.parts.push(chunk.subarray(start, end));
    if (step === 'malformed') this.#endAtFault(capture, end);
    if (step === 'done') this.#finish(capture);
    return end;
  }

  /** A damaged record ends before a closing bracket that has no opening one in it. */
  #endAtFault(capture: Capture, offset: number): void {
    const fault = this.#malformed('A bracket closes what was not opened', offset);
    if (!this.#isDamaged || capture.purpose !== 'record') throw fault;
    this.#fault ??= fault;
    this.#finish(capture);
  }

  #finish(capture: Capture): void {
    this.#capture = null;
    this.#expected = this.#containers.length === 0 ? 'nothing' : 'comma or end';
    if (capture.purpose === 'key') this.#finishKey(capture);
    else if (capture.purpose === 'record') this.#finishRecord(capture);
  }

  #finishKey(capture: Capture): void {
    const text = readKeyText(capture);
    this.#key = this.#parseKey(text);
    this.#expected = 'colon';
    if (this.#containers.at(-1) !== 'root object' || !recordKeys.has(this.#key)) return;
    // The document is one record: the rest of it, from this key on, is its text.
    this.#containers.pop();
    this.#hasRecords = true;
    this.#capture = {
      purpose: 'record',
      scanner: new ValueScanner([closingBraceByte], true),
      line: capture.line,
      parts: [Buffer.from(`{${text}`)],
    };
  }

  #finishRecord(capture: Capture): void {
    const isDocument = this.#containers.length === 0;
    const pointer = isDocument ? '' : `${this.#path}/${this.#position}`;
    const bytes = Buffer.concat(capture.parts);
    const record = {
      text: bytes.toString('utf8'),
      isUtf8: isUtf8(bytes),
      pointer,
      position: this.#position,
      line: capture.line,
    };
    this.#position += 1;
    this.#records.push(record);
  }

  #parseKey(text: string): string {
    try {
      return String(JSON.parse(text));
    } catch {
      throw this.#malformed(`The key ${text.slice(0, 80)} is not a JSON string`, 0);
    }
  }

  #countLines(chunk: Uint8Array, start: number, end: number): void {
    let lineFeed = chunk.indexOf(lineFeedByte, start);
    while (lineFeed !== -1 && lineFeed < end) {
      this.#line += 1;
      lineFeed = chunk.indexOf(lineFeedByte, lineFeed + 1);
    }
  }

  #malformed(message: string, offset: number): FileFormatError {
    const location = { line: this.#line, byteOffset: this.#passed + offset };
    return new FileFormatError('malformed_json', message, location);
  }
}

function readKeyText({ parts, line }: Capture): string {
  const bytes = Buffer.concat(parts);
  if (!isUtf8(bytes)) throw new FileFormatError('invalid_utf8', 'The key is not UTF-8', { line });
  return bytes.toString('utf8');
}
