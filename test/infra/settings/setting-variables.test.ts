import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import {
  internalVariables,
  operatorVariables,
  stackVariables,
} from '../../../infra/settings/process-variables.ts';
import { writeSettingsPage } from '../../../infra/settings/settings-page.ts';
import { stageVariables } from '../../../infra/settings/stage-variables.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const namesOf = (variables: readonly { readonly name: string }[]): readonly string[] =>
  variables.map(({ name }) => name);
const ownVariables = [stageVariables, operatorVariables, stackVariables, internalVariables]
  .flatMap(namesOf)
  .filter((name) => name.startsWith('HDS_'));

it('the list of settings has every variable that the code and the templates name, each once', () => {
  const files = globSync(['{lib,functions,infra}/**/*.{ts,yml}', 'serverless.yml'], { cwd: root });
  const named = files
    .filter((file) => !file.startsWith('infra/settings/'))
    .flatMap((file) => read(file).match(/\bHDS_[A-Z][A-Z_]*[A-Z]\b/g) ?? []);
  expect(ownVariables.toSorted()).toEqual([...new Set(named)].toSorted());
});

it('every setting that serverless.yml reads from the environment of a deployment is stored with the stage', () => {
  const [functionsPart = ''] = read('serverless.yml').split('  local:\n', 1);
  const [, restPart = ''] = read('serverless.yml').split('\nprovider:\n');
  const named = `${functionsPart}${restPart}`.match(/(?<=\$\{env:)HDS_\w+/g) ?? [];
  const notStored = new Set(named).difference(new Set(namesOf(stageVariables)));
  expect([...notStored].toSorted()).toEqual(
    namesOf(internalVariables.filter(({ name }) => notStored.has(name))).toSorted(),
  );
});

it('docs/settings.md has a row for each setting of operators and of the stack', () => {
  expect(writeSettingsPage(read('docs/settings.md'))).toBe(read('docs/settings.md'));
  expect(() => writeSettingsPage('# Settings\n')).toThrow('Settings of a stage');
});
