import { isUtf8 } from 'node:buffer';

import { repeatedMemberCode } from '../../../../lib/json/repeated-members.ts';
import { jsonPointer } from '../../../../lib/model/problem.ts';
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

/** The kind of a document: business data, or a GeoJSON FeatureCollection, whose features are its records. */
type DocumentKind = 'business data' | 'features';

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

const emptyMessages: Readonly<Record<DocumentKind, string>> = {
  'business data':
    'The file has no records: neither "business_data", nor a list, nor one "resourceinstance" with "tiles"',
  features: 'The file is no GeoJSON FeatureCollection: it has no list "features"',
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
 * Extracts the texts of the records from the chunks of a business data document (`readRecordTexts`). Only the path to the records is
 * parsed; all other values are skipped.
 * @rule Imports and exports: What does an import do with a file that is not JSON, or is cut off?
 */
export class RecordScanner {
  readonly #containers: Container[] = [];
  /** The keys of each open container. */
  readonly #keys: Set<string>[] = [];
  #expected: Expectation = 'value';
  #key = '';
  #path = '';
  #capture: Capture | null = null;
  #position = 0;
  #hasRecords = false;
  #line = 1;
  /** Whether reading continues with the next record after a fault. */
  readonly #salvages: boolean;
  readonly #kind: DocumentKind;
  /** The first fault, if reading has continued after it. */
  #fault: FileFormatError | undefined;
  /** Whether the next record after a fault is not found yet. */
  #isSeekingRecord = false;
  /** The number of bytes before the current chunk. */
  #bytesBefore = 0;
  readonly #records: RecordText[] = [];

  /** @param salvages whether reading continues with the next record after a fault, as for `readRecordTexts` */
  constructor(salvages = false, kind: DocumentKind = 'business data') {
    this.#salvages = salvages;
    this.#kind = kind;
  }

  /**
   * Scans the next chunk of the document. A chunk may begin and end anywhere.
   * @yields the records that end in the chunk, also those before a fault
   * @throws FileFormatError if the document is not JSON
   */
  *write(chunk: Uint8Array): Generator<RecordText> {
    let offset = 0;
    while (offset < chunk.length) {
      offset = this.#salvages ? this.#readAndSkipFaults(chunk, offset) : this.#read(chunk, offset);
      if (this.#records.length > 0) yield* this.#records.splice(0);
    }
    this.#bytesBefore += chunk.length;
  }

  /**
   * Ends the document, and returns its last records.
   * @throws FileFormatError if it is cut off, is damaged, or is not a document of records
   */
  end(): readonly RecordText[] {
    if (this.#capture?.scanner.canEndWithFile() === true) this.#finishCapture(this.#capture);
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#expected !== 'nothing') throw this.#makeError('The file is cut off', 0);
    if (!this.#hasRecords) throw new FileFormatError('no_records', emptyMessages[this.#kind]);
    return this.#records;
  }

  /** Returns the record that is cut off, as a list, which is empty if there is none. */
  takeCutOffRecord(): readonly RecordText[] {
    if (this.#capture?.purpose === 'record') this.#finishCapture(this.#capture);
    return this.#records.splice(0);
  }

  #read(chunk: Uint8Array, offset: number): number {
    return this.#capture === null
      ? this.#scanBetweenValues(chunk, offset)
      : this.#scanValue(chunk, offset, this.#capture);
  }

  /** Reads up to a fault, then continues at the next opening brace, which is assumed to begin a record. */
  #readAndSkipFaults(chunk: Uint8Array, offset: number): number {
    if (this.#isSeekingRecord) return this.#skipToBrace(chunk, offset);
    try {
      return this.#read(chunk, offset);
    } catch (error) {
      if (!(error instanceof FileFormatError)) throw error;
      this.#fault ??= error;
    }
    const faultOffset = this.#capture?.scanner.offset ?? offset;
    this.#capture = null;
    this.#containers.splice(0, Infinity, 'records');
    this.#keys.splice(0, Infinity, new Set());
    this.#hasRecords = true;
    this.#expected = 'value or end';
    this.#isSeekingRecord = true;
    return faultOffset;
  }

  #skipToBrace(chunk: Uint8Array, offset: number): number {
    const brace = chunk.indexOf(openingBraceByte, offset);
    const end = brace === -1 ? chunk.length : brace;
    this.#countLines(chunk, offset, end);
    this.#isSeekingRecord = brace === -1;
    return end;
  }

  /** Scans one byte between values. */
  #scanBetweenValues(chunk: Uint8Array, offset: number): number {
    const byte = chunk[offset] ?? 0;
    if (byte === lineFeedByte) this.#line += 1;
    if (byte <= 0x20 || byteOrderMark[this.#bytesBefore + offset] === byte) return offset + 1;
    switch (this.#expected) {
      case 'value':
        return this.#startValue(byte, offset);
      case 'value or end':
        return byte === closingBracketByte
          ? this.#leaveContainer(offset)
          : this.#startValue(byte, offset);
      case 'key':
      case 'key or end':
        if (byte === closingBraceByte && this.#expected === 'key or end')
          return this.#leaveContainer(offset);
        if (byte !== quoteByte) throw this.#makeError('A key in quotes is missing', offset);
        return this.#startCapture('key', offset);
      case 'colon':
        if (byte !== colonByte) throw this.#makeError('A colon is missing after a key', offset);
        this.#expected = 'value';
        return offset + 1;
      case 'comma or end':
        return this.#takeCommaOrEnd(byte, offset);
      default:
        throw this.#makeError('Something follows after the end of the document', offset);
    }
  }

  #takeCommaOrEnd(byte: number, offset: number): number {
    const isList = this.#containers.at(-1) === 'records';
    if (byte === (isList ? closingBracketByte : closingBraceByte))
      return this.#leaveContainer(offset);
    if (byte !== commaByte) throw this.#makeError('A comma or closing bracket is missing', offset);
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
      throw this.#makeError('A value is missing', offset);
    const container = this.#containers.at(-1);
    if (container === 'records') return this.#startCapture('record', offset);
    if (byte === openingBracketByte && this.#isListOfRecords(container))
      return this.#enterContainer('records', offset);
    if (byte === openingBraceByte && container === undefined)
      return this.#enterContainer('root object', offset);
    const isBusinessData = this.#kind === 'business data' && this.#key === 'business_data';
    if (byte === openingBraceByte && container === 'root object' && isBusinessData)
      return this.#enterContainer('business data', offset);
    return this.#startCapture('skipped', offset);
  }

  /** Whether a list that begins in a container is that of the records: the document, `business_data` or `business_data.resources`; or `features`. */
  #isListOfRecords(container: Container | undefined): boolean {
    if (this.#kind === 'features') return container === 'root object' && this.#key === 'features';
    if (container === undefined) return true;
    return this.#key === (container === 'root object' ? 'business_data' : 'resources');
  }

  #enterContainer(container: Container, offset: number): number {
    if (container !== 'root object') this.#hasRecords = true;
    if (this.#containers.length > 0) this.#path += `/${this.#key}`;
    this.#containers.push(container);
    this.#keys.push(new Set());
    this.#expected = container === 'records' ? 'value or end' : 'key or end';
    return offset + 1;
  }

  #leaveContainer(offset: number): number {
    this.#containers.pop();
    this.#keys.pop();
    this.#path = this.#path.slice(0, Math.max(0, this.#path.lastIndexOf('/')));
    this.#expected = this.#containers.length === 0 ? 'nothing' : 'comma or end';
    return offset + 1;
  }

  /** Begins to capture a value. Returns the same offset, because the new scanner also scans the first byte. */
  #startCapture(purpose: Purpose, offset: number): number {
    const scanner = new ValueScanner([], purpose === 'record');
    this.#capture = { purpose, scanner, line: this.#line, parts: [] };
    return offset;
  }

  #scanValue(chunk: Uint8Array, start: number, capture: Capture): number {
    const step = capture.scanner.scan(chunk, start);
    const end = capture.scanner.offset;
    this.#countLines(chunk, start, end);
    if (capture.purpose !== 'skipped') capture.parts.push(chunk.subarray(start, end));
    if (step === 'malformed') this.#endAtFault(capture, end);
    if (step === 'done') this.#finishCapture(capture);
    return end;
  }

  /** Ends the scan of a value at a closing bracket without an opening one. A record ends before it if the scan continues after faults. */
  #endAtFault(capture: Capture, offset: number): void {
    const fault = this.#makeError('A bracket closes what was not opened', offset);
    if (!this.#salvages || capture.purpose !== 'record') throw fault;
    this.#fault ??= fault;
    this.#finishCapture(capture);
  }

  #finishCapture(capture: Capture): void {
    this.#capture = null;
    this.#expected = this.#containers.length === 0 ? 'nothing' : 'comma or end';
    if (capture.purpose === 'key') this.#finishKey(capture);
    else if (capture.purpose === 'record') this.#finishRecord(capture);
  }

  #finishKey(capture: Capture): void {
    const text = readKeyText(capture);
    this.#key = this.#parseKey(text);
    this.#refuseRepeatedKey();
    this.#expected = 'colon';
    const isRecord = this.#kind === 'business data' && recordKeys.has(this.#key);
    if (this.#containers.at(-1) !== 'root object' || !isRecord) return;
    // The document is one record. The rest of the document, from this key on, is its text.
    this.#containers.pop();
    this.#keys.pop();
    this.#hasRecords = true;
    this.#capture = {
      purpose: 'record',
      scanner: new ValueScanner([closingBraceByte], true),
      line: capture.line,
      parts: [Buffer.from(`{${text}`)],
    };
  }

  /** Refuses a document in which an object around the records repeats a key. In a salvaged document the records of both are read. */
  #refuseRepeatedKey(): void {
    const keys = this.#keys.at(-1);
    if (keys?.has(this.#key) === true) {
      const key = this.#key.slice(0, 80);
      const message = `The key "${key}" occurs twice in the same object: keep one of the two`;
      const pointer = this.#path + jsonPointer([this.#key]);
      const fault = new FileFormatError(repeatedMemberCode, message, { line: this.#line, pointer });
      if (!this.#salvages) throw fault;
      this.#fault ??= fault;
    }
    keys?.add(this.#key);
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
      throw this.#makeError(`The key ${text.slice(0, 80)} is not a JSON string`, 0);
    }
  }

  #countLines(chunk: Uint8Array, start: number, end: number): void {
    let lineFeed = chunk.indexOf(lineFeedByte, start);
    while (lineFeed !== -1 && lineFeed < end) {
      this.#line += 1;
      lineFeed = chunk.indexOf(lineFeedByte, lineFeed + 1);
    }
  }

  #makeError(message: string, offset: number): FileFormatError {
    const location = { line: this.#line, byteOffset: this.#bytesBefore + offset };
    return new FileFormatError('malformed_json', message, location);
  }
}

function readKeyText({ parts, line }: Capture): string {
  const bytes = Buffer.concat(parts);
  if (!isUtf8(bytes)) throw new FileFormatError('invalid_utf8', 'The key is not UTF-8', { line });
  return bytes.toString('utf8');
}
