import { createRequire } from 'node:module';

/** By its name, as a consumer would: sources and the compiled package are not equally deep. */
const manifest = createRequire(import.meta.url)('petstore-conformance/package.json');

export const SUITE_NAME: string = manifest.name;
export const SUITE_VERSION: string = manifest.version;
