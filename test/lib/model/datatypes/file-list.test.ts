import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { DatatypeNode } from '../../../../lib/model/datatypes/datatype.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  datatypeNode,
  createReadContext,
  writeContext,
  validationContext,
} from './golden-world.ts';

const fileList = datatypeOf('file-list');
const createNode = (config: DatatypeNode['config']): DatatypeNode =>
  datatypeNode({ config, ontologyClass: null });
const node = createNode({});

const writeFile = (file: unknown) => fileList.linkedCodec.write([file], node, writeContext)[0];

describe('writing a file', () => {
  it('uses its address, to which the base URL is added if the address is not absolute', () => {
    const iris: readonly (readonly [unknown, string])[] = [
      [{ url: '/files/1' }, 'https://heritage.test/files/1'],
      [{ url: 'files/a b.jpg' }, 'https://heritage.test/files/a%20b.jpg'],
      [{ url: 'https://elsewhere.test/1' }, 'https://elsewhere.test/1'],
      [{ url: '', file_id: '7' }, 'https://heritage.test/files/7'],
      [{ name: 'plan.pdf' }, `${writeContext.nodeUri}#0`],
    ];
    for (const [file, id] of iris) expect(writeFile(file)).toMatchObject({ id });
  });

  it('omits members that are empty or null', () => {
    expect(writeFile({ url: '/files/1', name: '', type: null, size: null })).toMatchObject({
      properties: [],
    });
  });

  it('omits a lastModified that is not a valid time', () => {
    for (const lastModified of [1e300, 1e15, '2020', null, parseLossless('1e400')]) {
      expect(writeFile({ url: '/files/1', lastModified })).toMatchObject({ properties: [] });
    }
  });

  it('identifies the size of a file without an address by its position in the list', () => {
    expect(writeFile({ size: parseLossless('12345678901234567890') })).toMatchObject({
      properties: [
        {
          values: [
            {
              id: `${writeContext.nodeUri}#0-size`,
              properties: [{}, {}, { values: [{ value: '12345678901234567890' }] }],
            },
          ],
        },
      ],
    });
  });
});

describe('reading a file', () => {
  const createFileNode = (id: string) => ({ kind: 'node', id, types: [], properties: [] }) as const;
  const storedFiles = [{ url: '/files/1', path: 'a' }, { name: 'b' }, { file_id: '3' }];
  const readFiles = (...ids: readonly string[]) =>
    fileList.linkedCodec.read(ids.map(createFileNode), node, createReadContext(storedFiles));

  it('keeps the stored file that a former address or a position identifies', () => {
    expect(
      readFiles('http://former.test:8000/heritage/files/3', `${writeContext.nodeUri}#1`),
    ).toEqual({
      kind: 'value',
      value: [storedFiles[2], storedFiles[1]],
    });
  });

  it('reports a file that is not stored, because it must be uploaded first', () => {
    const uri = 'https://heritage.test/files/4';
    expect(readFiles('https://heritage.test/files/1', uri)).toEqual({
      kind: 'problem',
      message: `The file ${uri} is not in this value: upload it first.`,
    });
  });
});

describe('the limits of a file list', () => {
  const listProblems = (value: unknown, config: DatatypeNode['config']) =>
    fileList
      .validate(value, createNode(config), validationContext)
      .map(({ code, pointer }) => `${code} ${pointer}`);

  it('come from the configuration of the node', () => {
    const files = [
      { size: 11, type: 'image/png' },
      { size: 10, type: 'IMAGE/PNG' },
      { type: 'a/b' },
    ];
    expect(
      listProblems(files, { activateMax: true, maxFiles: '2', maxFileSize: 10, imagesOnly: true }),
    ).toEqual(['too_many_files ', 'file_too_large /0/size', 'not_an_image /2/type']);
  });

  it('apply only if the node sets and activates them', () => {
    const files = [{ size: 1e9 }, {}];
    expect(listProblems(files, {})).toEqual([]);
    expect(listProblems(files, { activateMax: false, maxFiles: 1, maxFileSize: null })).toEqual([]);
    expect(listProblems(files, { activateMax: true, maxFiles: null, maxFileSize: '' })).toEqual([]);
  });
});
