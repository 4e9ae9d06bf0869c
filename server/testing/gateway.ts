import { onTestFinished } from 'vitest'
import { simulatorGateway } from '../payments/providers.ts'

/** The card service for a test: the simulator, over HTTP, its books in that database; stopped when the test ends. */
export async function testGateway(databaseUrl: string) {
  const gateway = await simulatorGateway(databaseUrl)
  onTestFinished(() => gateway.close())
  return gateway
}
