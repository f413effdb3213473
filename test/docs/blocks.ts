import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A command of a document, as a reader types it. */
export type Command = {
  readonly typed: string;
  /** The output that the document shows; empty if it shows no output. */
  readonly answer: string;
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

const fenced = /^```(\S*)(.*)\n([\s\S]*?)^```$/gm;

/**
 * The blocks with commands of all documents. A `console` block has `$ ` before each command, and its output after it; an `sh` block has
 * only commands. Other text is in blocks of another language or of none.
 */
export function readBlocks(): readonly Block[] {
  const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];
  return documents.flatMap((document) =>
    allBlocks(document).flatMap(({ language, attributes, body, line }) => {
      if (language !== 'console' && language !== 'sh') return [];
      const commands = language === 'console' ? commandsAfterDollar(body) : commandsByLine(body);
      const isRun = !attributes.split(' ').includes('not-run');
      return [{ place: `${document}:${line}`, document, commands, isRun }];
    }),
  );
}

/** The lines that look like commands in blocks that `readBlocks` does not read. */
export function commandsInOtherBlocks(): readonly string[] {
  const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];
  return documents.flatMap((document) =>
    allBlocks(document)
      .filter(({ language }) => language === '' || language === 'bash' || language === 'shell')
      .flatMap(({ body }) => body.split('\n'))
      .filter((line) => /^(\$ |(\w+=\S+ )*(npm|npx|curl|hds|ogrinfo|psql|createdb) )/.test(line))
      .filter((line) => !/[─►]/.test(line))
      .map((line) => `${document}: ${line}`),
  );
}

function allBlocks(document: string) {
  const text = readFileSync(path.join(root, document), 'utf8');
  return [...text.matchAll(fenced)].map(
    ({ index, 1: language = '', 2: attributes = '', 3: body = '' }) => ({
      language,
      attributes,
      body,
      line: text.slice(0, index).split('\n').length,
    }),
  );
}

function commandsAfterDollar(body: string): readonly Command[] {
  return body
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const lines = text.split('\n');
      const last = lines.findIndex((line) => !line.endsWith('\\'));
      return {
        typed: lines.slice(0, last + 1).join('\n'),
        answer: lines
          .slice(last + 1)
          .join('\n')
          .trimEnd(),
      };
    });
}

function commandsByLine(body: string): readonly Command[] {
  return body
    .trimEnd()
    .split(/(?<!\\)\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((typed) => ({ typed, answer: '' }));
}
