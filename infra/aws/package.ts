import { resolve } from 'node:path';

import { packageService, type Bundle } from './packaging.ts';

/** CloudFormation allows 500 resources in a stack. The lower limit leaves time to split the stack. */
const maxResources = 460;

function formatKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`.padStart(8);
}

function formatBundle({ functionName, bytes, zippedBytes }: Bundle): string {
  return `  ${functionName.padEnd(20)}${formatKilobytes(bytes)}${formatKilobytes(zippedBytes)} zipped`;
}

const directory = resolve(import.meta.dirname, '../../.serverless');
const { template, bundles } = await packageService(directory, 'check');
const resources = Object.keys(template.Resources).length;

console.log(`Packaged into ${directory}`);
console.log(bundles.map(formatBundle).join('\n'));
console.log(
  `${resources} CloudFormation resources of at most ${maxResources}: ${Math.max(maxResources - resources, 0)} are left.`,
);

if (resources > maxResources) {
  console.error(
    `The stack has ${resources} resources, over ${maxResources}: move some to another stack.`,
  );
  process.exitCode = 1;
}
