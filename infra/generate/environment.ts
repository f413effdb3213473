import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
  databaseRoleOf,
  type Capability,
  type FunctionDatabaseRole,
} from '../../lib/capabilities.ts';
import { stackVariables } from '../settings/process-variables.ts';
import { stageVariables } from '../settings/stage-variables.ts';
import { listLoadedFiles } from './loaded-files.ts';

/** The variables of deployed functions, each with the setting of lib/settings.ts that is read from it. */
export const functionVariables = [...stageVariables, ...stackVariables].flatMap(
  ({ name, setting }) => (setting === undefined ? [] : [{ name, setting }]),
);

/** The variable with the secret of each database role. */
export const secretVariables: Readonly<Record<FunctionDatabaseRole, string>> = {
  read: 'HDS_READ_SECRET_ARN',
  write: 'HDS_WRITE_SECRET_ARN',
  'sign-in': 'HDS_SIGN_IN_SECRET_ARN',
  revoke: 'HDS_REVOKE_SECRET_ARN',
  administer: 'HDS_ADMINISTER_SECRET_ARN',
  export: 'HDS_EXPORT_SECRET_ARN',
  derive: 'HDS_DERIVE_SECRET_ARN',
};

const root = path.resolve(import.meta.dirname, '../..');

/** Code reads settings as `settings.a`, `requireSettings(…).a`, `settings: { a }`, `{ a } = settings`, `{ a }: Settings` or `Pick<Settings, 'a'>`. */
const settingPatterns = [
  /settings(?:\([\w.]*\))?\??\.(\w+)/gi,
  /settings:\s*\{([^{}]*)\}/g,
  /\{([^{}]*)\}\s*=\s*[\w.]*settings\b/gi,
  /\{([^{}]*)\}:\s*\w*Settings\b/g,
  /Pick<\s*Settings\s*,([^>]*)>/g,
];

function findSettingsReadBy(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8');
  return settingPatterns
    .flatMap((pattern) => [...source.matchAll(pattern)])
    .flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
}

/**
 * Lists the environment variables of a function: those of the settings that its modules read, and those with which it
 * reaches the database in the role of its capability.
 * @rule Database and local stack: Which settings does a deployed function get?
 * @param handler such as `functions/resources/get.handler`
 */
export function listVariables(handler: string, capability: Capability): readonly string[] {
  const file = path.join(root, handler.replace(/\.handler$/, '.ts'));
  const settingsRead = new Set([...listLoadedFiles(file)].flatMap(findSettingsReadBy));
  const databaseVariables =
    capability === 'none'
      ? []
      : ['HDS_CLUSTER_ARN', 'HDS_DATABASE', secretVariables[databaseRoleOf[capability]]];
  const settingVariables = functionVariables.flatMap(({ name, setting }) =>
    settingsRead.has(setting) ? [name] : [],
  );
  return [...databaseVariables, ...settingVariables];
}
