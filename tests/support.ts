export const TEST_KEY = 'Test-Key.7f3a';
