import { serveBundles } from '../../gateway/emulator/serve-bundles.ts';

// Runs the functions behind the emulated gateway in a separate process, whose memory is measured. The settings are in the
// environment. The process prints its address as one line of JSON and ends with its parent.

const unlimited = {
  maximumBytes: Number.POSITIVE_INFINITY,
  unthrottledBytes: Number.POSITIVE_INFINITY,
  bytesPerSecond: Number.POSITIVE_INFINITY,
};
await serveBundles(unlimited);
