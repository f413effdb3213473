import type { Command } from 'commander';

import project from '../../../package.json' with { type: 'json' };
import { createProgram } from '../../../infra/cli/hds.ts';

const program = createProgram();

/** The commands of npm itself. */
const npmCommands = new Set(['ci', 'install', 'start', 'test', 'sbom']);

const scripts: ReadonlySet<string> = new Set(Object.keys(project.scripts));

/**
 * Lists the commands in a text that do not exist: scripts of npm, and commands and options of `hds`.
 */
export function listMissingCommands(text: string): readonly string[] {
  const missingScripts = Array.from(text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g))
    .filter(([, script = '']) => !scripts.has(script))
    .map(([command]) => command);
  const missingNpmCommands = Array.from(text.matchAll(/(?:^|[|&] )npm ([a-z]+)/g))
    .filter(([, command = '']) => command !== 'run' && !npmCommands.has(command))
    .map(([command]) => command);
  const missingHdsCommands = Array.from(
    text.matchAll(/(?:^|[|&] |\bnpm run )hds (?:-- )?([a-z-][^|&<>;]*)/g),
  ).flatMap(([, words = '']) => findMissingWord(words.trim().split(/\s+/)));
  return [...missingScripts, ...missingNpmCommands, ...missingHdsCommands];
}

/** Follows words into the commands of `hds`, and returns the first one that is no command and no option. */
function findMissingWord(words: readonly string[]): readonly string[] {
  let command: Command = program;
  for (const [index, word] of words.entries()) {
    const before = `hds ${words.slice(0, index + 1).join(' ')}`;
    if (word.startsWith('--')) {
      const option = word.replace(/=.*/, '');
      if (!listOptions(command).has(option)) return [before];
      continue;
    }
    if (command.commands.length === 0 || !/^[a-z-]+$/.test(word)) continue;
    const next = command.commands.find((child) => child.name() === word);
    if (next === undefined) return words[index - 1]?.startsWith('--') === true ? [] : [before];
    command = next;
  }
  return [];
}

function listOptions(command: Command): ReadonlySet<string> {
  const own = command.options.map(({ long }) => long ?? '');
  return new Set([
    '--help',
    ...own,
    ...(command.parent === null ? [] : listOptions(command.parent)),
  ]);
}
