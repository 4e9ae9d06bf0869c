// Runs the simulator as a process of its own, which outlives the shops that use it.
import { z } from 'zod'
import { startSimulator } from './simulator.ts'

const Environment = z
  .object({
    // Not z.url: the address of a socket has no host.
    SIMULATOR_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'is not the address of a PostgreSQL database'),
    SIMULATOR_HOST: z.ipv4().default('127.0.0.1'),
    SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
    SIMULATOR_TOKEN: z.string().min(1).optional(),
    SIMULATOR_CONTROLS: z.enum(['0', '1']).default('0'),
    SIMULATOR_WEBHOOK_URL: z.url().optional(),
    SIMULATOR_WEBHOOK_TARGET: z.url().optional(),
    SIMULATOR_WEBHOOK_KEY: z.string().min(1).optional(),
  })
  .refine((env) => !env.SIMULATOR_WEBHOOK_URL === !env.SIMULATOR_WEBHOOK_KEY, {
    path: ['SIMULATOR_WEBHOOK_URL'],
    message: 'and SIMULATOR_WEBHOOK_KEY need each other',
  })

const { data: env, error } = Environment.safeParse(
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
)
if (!env) {
  console.error(
    `The configuration is wrong. ${error.issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}`,
  )
  process.exit(1)
}

const { SIMULATOR_WEBHOOK_URL: url, SIMULATOR_WEBHOOK_KEY: signatureKey, SIMULATOR_WEBHOOK_TARGET: target } = env
const simulator = await startSimulator({
  databaseUrl: env.SIMULATOR_DATABASE_URL,
  host: env.SIMULATOR_HOST,
  port: env.SIMULATOR_PORT,
  accessToken: env.SIMULATOR_TOKEN ?? 'simulator',
  controls: env.SIMULATOR_CONTROLS === '1',
  webhook: url && signatureKey ? { url, signatureKey, ...(target ? { target } : {}) } : undefined,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => simulator.stop())
console.log(`The simulator is open at ${simulator.baseUrl}`)
