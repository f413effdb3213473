import { operatorVariables, stackVariables } from './process-variables.ts';
import type { SettingVariable } from './setting-variable.ts';
import { stageVariables } from './stage-variables.ts';

function writeTable(variables: readonly SettingVariable[]): string {
  const rows = variables.map(
    ({ name, default: value, meaning }) =>
      `| \`${name}\` | ${value === undefined ? '–' : `\`${value}\``} | ${meaning} |\n`,
  );
  return `| Variable | Default | Meaning |\n|---|---|---|\n${rows.join('')}`;
}

const tables: readonly (readonly [heading: string, variables: readonly SettingVariable[]])[] = [
  ['Settings of a stage', stageVariables],
  ['Settings of a process', operatorVariables],
  ['Set by the stack and `npm start`', stackVariables],
];

/**
 * Writes the tables into docs/settings.md: each replaces the one below its heading.
 * @param page the current page
 * @throws Error if a heading or its table is missing
 */
export function writeSettingsPage(page: string): string {
  return tables.reduce((text, [heading, variables]) => {
    const [, before, after] =
      new RegExp(`^([^]*\\n## ${heading}\\n[^|]*?\\n)(?:\\|[^\\n]*\\n)+([^]*)$`).exec(text) ?? [];
    if (before === undefined || after === undefined) {
      throw new Error(`docs/settings.md must have the heading "${heading}" with a table below it.`);
    }
    return `${before}${writeTable(variables)}${after}`;
  }, page);
}
