import { nativeServer } from './database/open.ts';

/**
 * Whether the tests run on a native server. There statements run beside each other, while the embedded database has one session;
 * and what takes minutes because it tries everything runs there only.
 */
export const onServer = nativeServer() !== undefined;
