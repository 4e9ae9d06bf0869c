import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/db/schema.ts',
    './server/db/order-schema.ts',
    './server/db/payment-schema.ts',
    './server/db/payout-schema.ts',
    './server/db/request-schema.ts',
    './server/db/import-schema.ts',
    './server/db/history-schema.ts',
    './server/db/totals-schema.ts',
  ],
  out: './server/db/migrations',
})
