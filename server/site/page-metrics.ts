import { channel } from 'node:diagnostics_channel'
import { Counter, type Registry } from 'prom-client'
import type { PageEvent } from './page-cache.ts'

/** Adds the number of pages and public answers that this process made. */
export function addPageMetrics(registry: Registry) {
  const pagesMade = new Counter({
    name: 'boutique_pages_made_total',
    help: 'Pages and public answers made.',
    registers: [registry],
  })
  channel('boutique.pages').subscribe((event) => {
    if ((event as PageEvent) === 'made') pagesMade.inc()
  })
}
