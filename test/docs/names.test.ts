import { describe, expect, it } from 'vitest';

import { listMissingCommands } from './names/commands.ts';
import { existsPath } from './names/existing-paths.ts';
import { collectNames, listMissingNames } from './names/known-names.ts';
import {
  listBlockLines,
  listLines,
  listPaths,
  listPlainNames,
  listQuotations,
  type Mention,
} from './names/mentions.ts';
import { outsideTerms } from './names/outside-terms.ts';
import { readPages, readSources, type Prose } from './names/read-texts.ts';

const pages = readPages();
const { comments, code } = readSources();
const terms = new Set(Object.values(outsideTerms).flat());
const namesOfCode = collectNames(code);
const known = { has: (name: string): boolean => namesOfCode.has(name) || terms.has(name) };

const isMissingPath = ({ place, text }: Mention): boolean =>
  !existsPath(text, place.replace(/:\d+$/, '')) && !terms.has(text);

const findMissingNames = (mentions: readonly Mention[]): readonly string[] =>
  mentions.flatMap(({ place, text }) =>
    listMissingNames(text, known, code).map(
      (name) =>
        `${place}: no code has ${name}. Write the present name; names of others are in test/docs/names/outside-terms.ts.`,
    ),
  );

const findMissingPaths = (mentions: readonly Mention[]): readonly string[] =>
  mentions
    .flatMap(listPaths)
    .filter(isMissingPath)
    .map(({ place, text }) => `${place}: there is no ${text}. Write the present path.`);

const findMissingCommands = (mentions: readonly Mention[]): readonly string[] =>
  mentions.flatMap(({ place, text }) =>
    listMissingCommands(text).map(
      (command) =>
        `${place}: there is no ${command}. package.json and hds --help list the commands.`,
    ),
  );

describe('the documents', () => {
  const quotations = pages.flatMap(listQuotations);
  const blockLines = pages.flatMap(listBlockLines);
  const imports = blockLines.filter(({ text }) => text.startsWith('import {'));

  it('name only what the code has', () => {
    expect(findMissingNames([...quotations, ...imports])).toEqual([]);
  });

  it('name only files and folders that exist', () => {
    expect(findMissingPaths(quotations)).toEqual([]);
  });

  it('name only commands that exist', () => {
    expect(findMissingCommands([...quotations, ...blockLines])).toEqual([]);
  });
});

describe('the comments of the code', () => {
  const quotations = comments.flatMap(listQuotations);

  it('name only what the code has', () => {
    const names = [...quotations, ...comments.flatMap(listPlainNames)];
    expect(findMissingNames(names)).toEqual([]);
  });

  it('name only files and folders that exist', () => {
    expect(findMissingPaths(comments.flatMap(listLines))).toEqual([]);
  });

  it('name only commands that exist', () => {
    expect(findMissingCommands(quotations)).toEqual([]);
  });
});

describe('a name of others', () => {
  const prose = [...pages, ...comments].map(({ text }) => text).join('\n');

  it('is in a document or comment, and not in the code', () => {
    expect([...terms].filter((term) => !prose.includes(term) || namesOfCode.has(term))).toEqual([]);
  });
});

describe('a name in a text', () => {
  const page = (text: string): Prose => ({ file: 'docs/page.md', line: 1, text });
  const someNames = collectNames('const readTile = (less_${reason}, not_editor, HDS_RATE)');
  const listMissing = (text: string): readonly string[] => listMissingNames(text, someNames, '');

  it.each([
    ['a function', 'readTiles()'],
    ['a type', 'TileRecord'],
    ['a column', 'tile_id'],
    ['a variable of the environment', 'HDS_RATES'],
    ['an option', '--no-such-option'],
    ['a name among others', 'readTile(tileId)'],
  ])('is missing if the code lacks it: %s', (_kind, text) => {
    expect(listMissing(text)).toHaveLength(1);
  });

  it.each([
    ['the code has it', 'readTile'],
    ['the code makes it of two words', 'less_not_editor'],
    ['it is a word', 'tile'],
    ['it is a part of an address', '/tile_records'],
  ])('is not missing if %s', (_reason, text) => {
    expect(listMissing(text)).toEqual([]);
  });

  it('has the line at which it stands', () => {
    expect(listQuotations(page('One\n\n```\n`not here`\n```\nand `here`'))).toEqual([
      { place: 'docs/page.md:6', text: 'here' },
    ]);
  });

  it('is found in comments without backticks, as far as only code looks like it', () => {
    const comment = page('/** Calls readTile, which PostGIS has not. @throws NotFound */');
    expect(listPlainNames(comment).map(({ text }) => text)).toEqual(['readTile', 'NotFound']);
  });

  it.each([
    'npm run no-such-script',
    'npm no-such-command',
    'hds import no-such-source',
    'npm run hds -- import package --no-such-option',
    'hds no-such-command',
  ])('is a command that does not exist: %s', (text) => {
    expect(listMissingCommands(text)).toHaveLength(1);
  });

  it.each(['npm run check:types', 'hds import package PATH --salvage', 'hds --stage test info'])(
    'is a command that exists: %s',
    (text) => {
      expect(listMissingCommands(text)).toEqual([]);
    },
  );

  it.each([
    ['lib/settings.ts', true],
    ['settings.ts', true],
    ['../lib/settings.ts', true],
    ['lib/setting.ts', false],
    ['./setting.ts', false],
    ['infra/aws/*.yml', true],
    ['NNN-title.sql', true],
  ])('is a path: %s exists: %s', (text, exists) => {
    expect(existsPath(text, 'docs/page.md')).toBe(exists);
  });
});
