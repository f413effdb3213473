import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A command of a document. */
export type Command = {
  /** What a reader types. It can have several lines. */
  readonly commandLine: string;
  /** The output that the document shows; empty if the document shows no output. */
  readonly shownOutput: string;
};

/** A code block with commands. */
export type Block = {
  /** The document and the line at which the block starts. */
  readonly place: string;
  readonly document: string;
  readonly commands: readonly Command[];
  /** False if the block is marked as ```` ```console not-run ````, which readers do not see. */
  readonly isRun: boolean;
};

const fencedBlock = /^```(\S*)(.*)\n([\s\S]*?)^```$/gm;

/**
 * Reads the blocks with commands from all documents. In a `console` block, `$ ` stands before each command, and the output stands
 * after the command. An `sh` block has only commands. Blocks of another language, or without a language, contain no commands.
 */
export function readBlocks(): readonly Block[] {
  const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];
  return documents.flatMap((document) =>
    readAllBlocks(document).flatMap(({ language, attributes, body, line }) => {
      if (language !== 'console' && language !== 'sh') return [];
      const commands =
        language === 'console' ? parseConsoleCommands(body) : parseShellCommands(body);
      const isRun = !attributes.split(' ').includes('not-run');
      return [{ place: `${document}:${line}`, document, commands, isRun }];
    }),
  );
}

/** Finds lines that look like commands in blocks that `readBlocks` ignores. */
export function findCommandsInOtherBlocks(): readonly string[] {
  const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];
  return documents.flatMap((document) =>
    readAllBlocks(document)
      .filter(({ language }) => language === '' || language === 'bash' || language === 'shell')
      .flatMap(({ body }) => body.split('\n'))
      .filter((line) => /^(\$ |(\w+=\S+ )*(npm|npx|curl|hds|ogrinfo|psql|createdb) )/.test(line))
      .filter((line) => !/[─►]/.test(line))
      .map((line) => `${document}: ${line}`),
  );
}

function readAllBlocks(document: string) {
  const text = readFileSync(path.join(root, document), 'utf8');
  return [...text.matchAll(fencedBlock)].map(
    ({ index, 1: language = '', 2: attributes = '', 3: body = '' }) => ({
      language,
      attributes,
      body,
      line: text.slice(0, index).split('\n').length,
    }),
  );
}

function parseConsoleCommands(body: string): readonly Command[] {
  return body
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const lines = text.split('\n');
      const last = lines.findIndex((line) => !line.endsWith('\\'));
      return {
        commandLine: lines.slice(0, last + 1).join('\n'),
        shownOutput: lines
          .slice(last + 1)
          .join('\n')
          .trimEnd(),
      };
    });
}

function parseShellCommands(body: string): readonly Command[] {
  return body
    .trimEnd()
    .split(/(?<!\\)\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((commandLine) => ({ commandLine, shownOutput: '' }));
}
