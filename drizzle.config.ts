import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/platform/*/schema.ts', './server/shop/schema/*.ts', './features/*/schema.ts'],
  out: './server/shop/database/migrations',
})
