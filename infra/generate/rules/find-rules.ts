import path from 'node:path';

import { subjects, type Subject } from './subjects.ts';

/** A rule of the service: the question that it answers, and the definition that decides it. */
export type Rule = {
  readonly subject: Subject;
  readonly question: string;
  /** What the definition is called in its file. */
  readonly name: string;
  /** The path of the file, relative to the root of the project. */
  readonly file: string;
};

/** The marks with which a line of a comment begins. */
const commentMarks = /^(?:\/\*\*|\*(?!\/)|--|#)/;
const endOfComment = '*/';

/** What defines a name, by the ending of a file. Names of YAML are keys. */
const definitionPatterns: Readonly<Record<string, RegExp>> = {
  '.sql':
    /^create (?:unlogged )?(?:function|view|table|procedure|type|index|trigger) (?<name>[\w.]+)/,
  '.ts':
    /^\s*(?:export )?(?:(?:async )?function\*? |const |class |type |(?:private |readonly |static |async )*#?(?=\w+[(:<?]))(?<name>\w+)/,
  '.yml': /^\s*(?<name>\w+):/,
};

const isSubject = (word: string): word is Subject => subjects.some((subject) => subject === word);

/**
 * Finds the rules of a file. A rule is a tag `@rule Subject: Question?` in the comment of its definition, which may go on
 * in the next lines.
 * @param file the path of the file, relative to the root of the project
 * @throws Error that names the line of a tag with an unknown subject, without a question or without a definition
 */
export function findRules(file: string, text: string): readonly Rule[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) =>
    readComment(line)?.startsWith('@rule ') === true ? [readRule(file, lines, index)] : [],
  );
}

/** The text of a line of a comment; undefined for other lines. */
function readComment(line: string): string | undefined {
  const trimmed = line.trim();
  if (!commentMarks.test(trimmed)) return undefined;
  const text = trimmed.replace(commentMarks, '').trim();
  return text.endsWith(endOfComment) ? text.slice(0, -endOfComment.length).trim() : text;
}

function readRule(file: string, lines: readonly string[], index: number): Rule {
  const tag = readTag(lines, index);
  const [, subject = '', question] = /^@rule ([^:]+): (\S.*)$/.exec(tag) ?? [];
  const fail = (problem: string): Error => new Error(`${file}:${index + 1}: ${problem}: ${tag}`);
  if (question?.includes('?') !== true)
    throw fail('A rule is written as “@rule Subject: Question?”');
  if (!isSubject(subject)) throw fail(`A rule has one of the subjects ${subjects.join(', ')}`);
  const name = findDefinition(file, lines, index);
  if (name === undefined) throw fail('A rule stands in the comment of a definition');
  return { subject, question, name, file };
}

/** Joins the lines of a tag, which ends where the comment or the next tag does. */
function readTag(lines: readonly string[], index: number): string {
  const parts: string[] = [];
  for (const line of lines.slice(index)) {
    const text = readComment(line);
    const isNextTag = parts.length > 0 && text?.startsWith('@') === true;
    if (text === undefined || isNextTag) break;
    parts.push(text);
    if (line.includes(endOfComment) || text === '') break;
  }
  return parts.join(' ').trim();
}

/** Finds the name in the first line after a comment. */
function findDefinition(file: string, lines: readonly string[], index: number): string | undefined {
  const definition = lines.slice(index).find((line) => !/^\s*(?:\/\*\*|\*|--|#(?!\w))/.test(line));
  return definitionPatterns[path.extname(file)]?.exec(definition ?? '')?.groups?.['name'];
}
