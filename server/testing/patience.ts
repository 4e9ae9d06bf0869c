/**
 * How long tests wait for what must happen, in milliseconds. A busy machine may need minutes for work of low priority, and
 * in CI nobody sits and waits for a test that fails.
 */
export const PATIENCE_MS = process.env.CI ? 240_000 : 60_000
