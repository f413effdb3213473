import { openTestService, type TestService } from './service.ts';

/** Opens the service with the sample data; Guest may read nothing until `open()`. */
export async function openSampleService(): Promise<TestService> {
  return openTestService('sample');
}

/** The first column of what a query gives, as texts. */
export async function column(
  service: Pick<TestService, 'stack'>,
  text: string,
): Promise<readonly string[]> {
  const rows = await service.stack.data.read({ text, parameters: [] });
  return rows.map(([value]) => String(value));
}

/** Runs a statement without parameters. */
export async function run(service: Pick<TestService, 'stack'>, text: string): Promise<void> {
  await service.stack.data.write({ text, parameters: [] });
}
