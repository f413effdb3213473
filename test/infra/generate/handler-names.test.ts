import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { loadOperations } from '../../../infra/generate/operations.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The handlers in lib/http that several operations share. */
const sharedHandlers: Readonly<Record<string, readonly string[]>> = {
  getFeatures: ['get-geojson', 'query-geojson'],
  createDocument: ['create-resource', 'create-resource-of-graph'],
  putDocument: ['put-resource', 'put-resource-of-graph'],
  writeTile: ['create-tile', 'write-tile'],
  writeNodeValue: ['write-node-value'],
};

/** The name of the handler of `get-resource` is handleGetResource. */
const toHandlerName = (id: string): string =>
  `handle-${id}`.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

const nameOf = (handler: unknown): string => (typeof handler === 'function' ? handler.name : '');

describe('the handler of an operation', () => {
  it('is a function that is named after the operation, or a named function that operations share', async () => {
    const operations = await loadOperations();
    const unnamed: string[] = [];
    for (const { operation, handler } of operations) {
      const source = await readFile(path.join(root, handler.replace(/\.handler$/, '.ts')), 'utf8');
      const name = nameOf(Reflect.get(operation, 'handle'));
      const isNamed = source.includes(`handle: async function ${toHandlerName(operation.id)}(`);
      if (!isNamed && !sharedHandlers[name]?.includes(operation.id)) unnamed.push(operation.id);
    }
    expect(operations.length).toBeGreaterThan(90);
    expect(unnamed).toEqual([]);
  });

  it('has that name in stack traces, or is the check of pages for administrators', async () => {
    const otherNames = (await loadOperations()).flatMap(({ operation }) => {
      const name = nameOf(Reflect.get(operation, 'handle'));
      return name === toHandlerName(operation.id) || name in sharedHandlers ? [] : [name];
    });
    expect([...new Set(otherNames)]).toEqual(['handleAsAdministrator']);
  });
});
