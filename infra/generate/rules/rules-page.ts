import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { findRules, type Rule } from './find-rules.ts';
import { subjects } from './subjects.ts';

const introduction = `# Where each rule stands

Each rule is decided in one place, and everything else calls it. This page answers the questions that people ask: the link leads to the file, and the name is what is defined there. \`npm run generate\` writes it from the tags \`@rule\` in the comments of the definitions. [Architecture](architecture.md) explains the folders.
`;

/** The files that may have rules: those of the service come first. */
const patterns = [
  'functions/**/*.ts',
  'lib/**/*.ts',
  'infra/**/*.{ts,sql,yml}',
  'serverless.yml',
  'test/**/*.ts',
];

/**
 * Reads the rules of the project, in the order of their files.
 * @param root the folder of the project
 * @throws Error for a tag that is no rule
 */
export function readRules(root: string): readonly Rule[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted())
    .filter((file) => !file.includes('.generated.') && !file.endsWith('.test.ts'))
    .flatMap((file) => findRules(file, readFileSync(path.join(root, file), 'utf8')));
}

/** Keys of YAML say little without the file. */
const writeLink = ({ name, file }: Rule): string =>
  file.endsWith('.yml')
    ? `[\`${name}\` in ${path.basename(file)}](../${file})`
    : `[\`${name}\`](../${file})`;

/** Writes the rows of a subject. Several definitions that answer one question share a row. */
function writeRows(rules: readonly Rule[]): readonly string[] {
  const rulesByQuestion = Map.groupBy(rules, ({ question }) => question);
  return [...rulesByQuestion].map(
    ([question, definitions]) => `| ${question} | ${definitions.map(writeLink).join(', ')} |\n`,
  );
}

/** Writes docs/where-rules-stand.md. */
export function writeRulesPage(rules: readonly Rule[]): string {
  const sections = subjects.map((subject) => {
    const rows = writeRows(rules.filter((rule) => rule.subject === subject));
    return `\n## ${subject}\n\n| Question | Where it is decided |\n|---|---|\n${rows.join('')}`;
  });
  return `${introduction}${sections.join('')}`;
}
