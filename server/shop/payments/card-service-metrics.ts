import { Gauge, type Registry } from 'prom-client'
import type { Gateway } from './gateway.ts'

/** Adds whether this process reaches the card service. */
export function addCardServiceMetrics(registry: Registry, gateway: Pick<Gateway, 'isReachable'>) {
  const unreachable = new Gauge({
    name: 'boutique_card_service_unreachable',
    help: 'The number of processes that do not reach the card service.',
    registers: [registry],
    collect() {
      unreachable.set(gateway.isReachable() ? 0 : 1)
    },
  })
}
