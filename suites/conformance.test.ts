import { conformance } from '../library/vitest.ts';

// Against the server of the environment: PETSTORE_BASE_URL and PETSTORE_API_KEY.
conformance();
