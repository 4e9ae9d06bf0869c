import { onTestFinished } from 'vitest'
import type { Gateway } from '../payments/gateway.ts'
import { type Deadlines, gatewayTo } from '../payments/open-gateway.ts'
import { startSimulator } from '../payments/simulator/simulator.ts'
import { type SimulatorControls, simulatorControls } from './simulator-controls.ts'

const CONTROLS = new WeakMap<Gateway, SimulatorControls>()

/** The card service for a test: the simulator, over HTTP, its books in that database; stopped when the test ends. Its client may have less patience. */
export async function testGateway(databaseUrl: string, deadlines: Deadlines = {}): Promise<Gateway> {
  const simulator = await startSimulator({ databaseUrl, controls: true })
  const gateway = gatewayTo(simulator, deadlines)
  onTestFinished(() => gateway.close())
  CONTROLS.set(gateway, simulatorControls(simulator))
  return gateway
}

/** What a test can do to the simulator behind the gateway that it has from `testGateway` or `testApp`. */
export function simulatorBehind(gateway: Gateway): SimulatorControls {
  const controls = CONTROLS.get(gateway)
  if (!controls) throw new Error('There is no simulator of this test behind that gateway.')
  return controls
}
