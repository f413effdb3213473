import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import {
  generateFiles,
  projectPath,
  type GeneratedFile,
} from '../../../infra/generate/generated.ts';
import project from '../../../package.json' with { type: 'json' };

/** The rows of the table of generated files in docs/architecture.md: patterns of files, each with its command. */
const rows = [
  ...(
    readFileSync(projectPath('docs/architecture.md'), 'utf8').split('## Generated files')[1] ?? ''
  ).matchAll(/^\| (`.*`) \| `(.*)` \|$/gm),
].flatMap(([, patterns = '', command = '']) =>
  [...patterns.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => ({ pattern, command })),
);

/** The patterns of files that .gitattributes marks as generated. */
const marks = [
  ...readFileSync(projectPath('.gitattributes'), 'utf8').matchAll(/^(\S+) linguist-generated$/gm),
].map(([, pattern = '']) => pattern);

const isMarked = (file: string): boolean =>
  marks.some((mark) => path.matchesGlob(file, mark.includes('/') ? mark : `**/${mark}`));

const findCommands = (file: string): readonly string[] =>
  rows.filter(({ pattern }) => path.matchesGlob(file, pattern)).map(({ command }) => command);

/** The files of the project that have the ending of generated files. */
async function listGeneratedFiles(): Promise<readonly string[]> {
  const pattern = '{*,{.ci,docs,functions,infra,lib,test}/**/*}.generated.*';
  return Array.fromAsync(glob(pattern, { cwd: projectPath('.') }));
}

describe('the files that npm run generate writes', () => {
  let outputs: readonly GeneratedFile[];

  beforeAll(async () => {
    outputs = await generateFiles();
  });

  it('are up to date with the operations: if this fails, run npm run generate', async () => {
    const staleFiles: string[] = [];
    for (const { path: file, text } of outputs) {
      const written = await readFile(projectPath(file), 'utf8');
      if (written !== text) staleFiles.push(`${file} is stale: run npm run generate`);
    }
    expect(staleFiles).toEqual([]);
  });

  it('are all marked as generated', () => {
    const files = outputs.map((file) => file.path);
    expect(files.filter((file) => !isMarked(file))).toEqual([]);
  });

  it('have the ending of generated files, or say in their first paragraph that it writes them', () => {
    const others = outputs.filter((file) => !file.path.includes('.generated.'));
    for (const { path: file, text } of others) {
      const [, paragraph] = text.split('\n\n');
      expect([file, paragraph]).toEqual([
        file,
        expect.stringContaining('`npm run generate` writes'),
      ]);
    }
  });

  it('are those for which docs/architecture.md names it', () => {
    const documentedFiles = rows
      .filter(({ command }) => command === 'npm run generate')
      .map(({ pattern }) => pattern);
    const files = outputs.map((file) => file.path);
    expect(documentedFiles.toSorted()).toEqual(files.toSorted());
  });
});

describe('a file with the ending of generated files', () => {
  it('has one command that writes it', async () => {
    const files = await listGeneratedFiles();
    expect(files.length).toBeGreaterThan(10);
    const problems = files.filter((file) => findCommands(file).length !== 1);
    expect(problems).toEqual([]);
  });
});

describe('a row of the table of generated files in docs/architecture.md', () => {
  it('names files that exist and are marked', async () => {
    for (const { pattern } of rows) {
      const files = await Array.fromAsync(glob(pattern, { cwd: projectPath('.') }));
      expect([pattern, files.length > 0, files.filter((file) => !isMarked(file))]).toEqual([
        pattern,
        true,
        [],
      ]);
    }
  });

  it('names a command that exists: a script, or a test that reads the variable', async () => {
    for (const { command } of rows) {
      const [, script] = /^npm run (\S+)/.exec(command) ?? [];
      const [, variable = '', test] = /^(\w+)=1 npx vitest run (\S+)$/.exec(command) ?? [];
      const commandText =
        test === undefined
          ? Object.keys({ ...project.scripts, install: '' }).join(' ')
          : await readFile(projectPath(test), 'utf8');
      expect(commandText).toContain(test === undefined ? (script ?? 'install') : variable);
    }
  });
});

describe('a mark in .gitattributes', () => {
  it('is the ending, or names one file of the table', () => {
    const files = new Set(rows.map(({ pattern }) => pattern));
    expect(marks.filter((mark) => mark !== '*.generated.*' && !files.has(mark))).toEqual([]);
  });
});
