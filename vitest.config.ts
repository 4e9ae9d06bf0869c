import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: 'server/testing/cluster.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
