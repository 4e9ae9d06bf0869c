import { onTestFinished } from 'vitest'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { type Deadlines, gatewayTo } from '#server/shop/payments/open-gateway.ts'
import { startSimulator } from '#server/shop/payments/simulator/simulator.ts'
import { type SimulatorControls, simulatorControls } from './simulator-controls.ts'

const CONTROLS = new WeakMap<Gateway, SimulatorControls>()

/** A gateway to a simulator over HTTP with its tables in this database; closed when the test ends. */
export async function testGateway(databaseUrl: string, deadlines: Deadlines = {}): Promise<Gateway> {
  const simulator = await startSimulator({ databaseUrl, controls: true })
  const gateway = gatewayTo(simulator, deadlines)
  onTestFinished(() => gateway.close())
  CONTROLS.set(gateway, simulatorControls(simulator))
  return gateway
}

/** The controls of the simulator behind a gateway from `testGateway` or `testApp`. */
export function simulatorBehind(gateway: Gateway): SimulatorControls {
  const controls = CONTROLS.get(gateway)
  if (!controls) throw new Error('There is no simulator of this test behind that gateway.')
  return controls
}
