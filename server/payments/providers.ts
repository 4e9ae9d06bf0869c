import type { Env } from '../env.ts'
import type { Gateway } from './gateway.ts'
import { type Simulator, startSimulator } from './simulator/simulator.ts'
import { openSquare, type Square } from './square.ts'

const PRODUCTION = {
  api: 'https://connect.squareup.com',
  script: 'https://web.squarecdn.com/v1/square.js',
}
const SANDBOX = {
  api: 'https://connect.squareupsandbox.com',
  script: 'https://sandbox.web.squarecdn.com/v1/square.js',
}

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

/** The card service of the configuration: Square when there is an access token, else the simulator. */
export function openGateway(env: SquareEnv, databaseUrl: string): Promise<Gateway> {
  return env.SQUARE_ACCESS_TOKEN ? squareGateway(env, env.SQUARE_ACCESS_TOKEN) : simulatorGateway(env, databaseUrl)
}

/** A simulator of its own over HTTP, its books in the given database; it sends webhooks where Square would. */
async function simulatorGateway(env: SquareEnv, databaseUrl: string): Promise<Gateway> {
  const { SQUARE_WEBHOOK_URL: url, SQUARE_WEBHOOK_SIGNATURE_KEY: signatureKey } = env
  const webhook = url && signatureKey ? { url, signatureKey } : undefined
  return gatewayTo(await startSimulator({ databaseUrl, webhook }))
}

/** The gateway to a simulator of this process; closing it stops the simulator. */
export function gatewayTo(simulator: Simulator): Gateway {
  const square = openSquare({ ...simulator, onOutage })
  const close = async () => {
    square.stop()
    await simulator.stop()
  }
  return { ...square, setup: { provider: 'simulator' }, close }
}

async function squareGateway(env: SquareEnv, accessToken: string): Promise<Gateway> {
  const hosts = env.SQUARE_ENVIRONMENT === 'production' ? PRODUCTION : SANDBOX
  const locationId = env.SQUARE_LOCATION_ID ?? ''
  const square = openSquare({ baseUrl: env.SQUARE_BASE_URL ?? hosts.api, accessToken, locationId, onOutage })
  const problem = await square.locationProblem()
  if (problem) console.error(`${problem} The shop is open, but it takes no card payments until this is mended.`)
  return {
    ...(problem ? withoutNewPayments(square) : square),
    setup: { provider: 'square', applicationId: env.SQUARE_APPLICATION_ID, locationId, scriptUrl: hosts.script },
    close: async () => square.stop(),
  }
}

const onOutage = (isOver: boolean) =>
  console.error(
    isOver
      ? 'The card service answers again: payments are taken.'
      : 'The card service does not answer. Until it does, no payment is begun.',
  )

/** Payments under way can still be settled; new ones are refused before Square is asked. */
const withoutNewPayments = (square: Square): Square => ({
  ...square,
  authorise: async () => ({ outcome: 'refused', refusal: 'operator', code: 'LOCATION_NOT_READY' }),
})
