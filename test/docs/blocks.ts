import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A command of a document, as people type it. */
export type Command = {
  readonly typed: string;
  /** What the document shows that it answers; empty where it shows nothing. */
  readonly answer: string;
};

/** Commands of a document that stand together. */
export type Block = {
  /** The document, and the line at which the block begins. */
  readonly place: string;
  readonly document: string;
  readonly commands: readonly Command[];
  /** Whether the document says, where readers do not see it, that it cannot be run here: ```` ```console not-run ````. */
  readonly isRun: boolean;
};

const fenced = /^```(\S*)(.*)\n([\s\S]*?)^```$/gm;

/**
 * The commands of all documents: the blocks `console`, in which `$ ` stands before a command and the answer after it, and `sh`, which have
 * commands alone. What is no command is in blocks of another language, or of none.
 */
export function readBlocks(): readonly Block[] {
  const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];
  return documents.flatMap((document) =>
    allBlocks(document).flatMap(({ language, more, body, line }) => {
      if (language !== 'console' && language !== 'sh') return [];
      const commands = language === 'console' ? typedAfterDollar(body) : typedLines(body);
      const isRun = !more.split(' ').includes('not-run');
      return [{ place: `${document}:${line}`, document, commands, isRun }];
    }),
  );
}

/** The lines that look like commands in blocks that are read as none. */
export function hiddenCommands(): readonly string[] {
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
    ({ index, 1: language = '', 2: more = '', 3: body = '' }) => ({
      language,
      more,
      body,
      line: text.slice(0, index).split('\n').length,
    }),
  );
}

function typedAfterDollar(body: string): readonly Command[] {
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

function typedLines(body: string): readonly Command[] {
  return body
    .trimEnd()
    .split(/(?<!\\)\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((typed) => ({ typed, answer: '' }));
}
