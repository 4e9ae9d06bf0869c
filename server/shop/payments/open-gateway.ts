import type { PaymentSetup } from '#contract/payments.ts'
import type { Env } from '#server/env.ts'
import type { Gateway, LocationList } from './gateway.ts'
import { type Simulator, startSimulator } from './simulator/simulator.ts'
import { openSquare, type Square } from './square.ts'
import { SQUARE_HOSTS } from './square-hosts.ts'

type SquareEnv = Pick<
  Env,
  | 'SQUARE_ACCESS_TOKEN'
  | 'SQUARE_APPLICATION_ID'
  | 'SQUARE_LOCATION_ID'
  | 'SQUARE_ENVIRONMENT'
  | 'SQUARE_BASE_URL'
  | 'SQUARE_WEBHOOK_SIGNATURE_KEY'
  | 'SQUARE_WEBHOOK_URL'
>

/** Opens the configured gateway: to Square when there is an access token, else to a simulator in this process. */
export function openGateway(env: SquareEnv, databaseUrl: string): Promise<Gateway> {
  return env.SQUARE_ACCESS_TOKEN ? squareGateway(env, env.SQUARE_ACCESS_TOKEN) : simulatorGateway(env, databaseUrl)
}

/** Starts a simulator over HTTP with its tables in the given database; it sends webhooks where Square would. */
async function simulatorGateway(env: SquareEnv, databaseUrl: string): Promise<Gateway> {
  const { SQUARE_WEBHOOK_URL: url, SQUARE_WEBHOOK_SIGNATURE_KEY: signatureKey } = env
  const webhook = url && signatureKey ? { url, signatureKey } : undefined
  return gatewayTo(await startSimulator({ databaseUrl, webhook }))
}

export type Deadlines = NonNullable<Parameters<typeof openSquare>[0]['deadlines']>

/** The gateway to a simulator in this process; closing it stops the simulator. `deadlines` are in milliseconds. */
export function gatewayTo(simulator: Simulator, deadlines: Deadlines = {}): Gateway {
  const square = openSquare({ ...simulator, deadlines, onOutage })
  const close = async () => {
    square.stop()
    await simulator.stop()
  }
  return { ...square, setup: { provider: 'simulator' }, close }
}

/** What the browser needs to show the card form in this configuration. */
export function setupOf(env: SquareEnv): PaymentSetup {
  if (!env.SQUARE_ACCESS_TOKEN) return { provider: 'simulator' }
  return {
    provider: 'square',
    applicationId: env.SQUARE_APPLICATION_ID ?? '',
    locationId: env.SQUARE_LOCATION_ID ?? '',
    scriptUrl: `${SQUARE_HOSTS[env.SQUARE_ENVIRONMENT].scripts}/v1/square.js`,
    isSandbox: env.SQUARE_ENVIRONMENT === 'sandbox',
  }
}

async function squareGateway(env: SquareEnv, accessToken: string): Promise<Gateway> {
  const square = openSquare({ ...accountOf(env, accessToken), onOutage })
  const { problem } = await square.location()
  if (problem) console.error(`${problem} The shop is open, but it takes no card payments until this is fixed.`)
  return {
    ...(problem ? withoutNewPayments(square) : square),
    setup: setupOf(env),
    close: async () => square.stop(),
  }
}

/** The locations of the account that an access token belongs to; see `LocationList`. */
export async function squareLocations(
  env: Pick<SquareEnv, 'SQUARE_ENVIRONMENT' | 'SQUARE_BASE_URL'>,
  accessToken: string,
): Promise<LocationList> {
  const square = openSquare({ baseUrl: apiOf(env), accessToken, locationId: '' })
  try {
    return await square.locations()
  } finally {
    square.stop()
  }
}

const accountOf = (env: SquareEnv, accessToken: string) => ({
  baseUrl: apiOf(env),
  accessToken,
  locationId: env.SQUARE_LOCATION_ID ?? '',
})

const apiOf = (env: Pick<SquareEnv, 'SQUARE_ENVIRONMENT' | 'SQUARE_BASE_URL'>) =>
  env.SQUARE_BASE_URL ?? SQUARE_HOSTS[env.SQUARE_ENVIRONMENT].api

const onOutage = (isOver: boolean) =>
  console.error(
    isOver
      ? 'The card service answers again, so payments work.'
      : 'The card service does not answer. No new payments are started until it does.',
  )

/** A gateway that finishes payments under way and refuses new ones before they touch stock or card. */
const withoutNewPayments = (square: Square): Square => ({
  ...square,
  isReachable: () => false,
  authorize: async () => ({ outcome: 'refused', refusal: 'operator', code: 'LOCATION_NOT_READY' }),
})
