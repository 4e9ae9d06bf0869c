// What features add to the seller's desk. app/server/features.ts fills the list while the program loads.
import type { SQL } from 'drizzle-orm'
import type { DeskEvent } from '#contract/admin/desk-events.ts'
import type { OrderEvent } from '#contract/admin/orders.ts'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import type { WaitingName } from '#contract/admin/waiting.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ArchiveFile } from '#server/platform/lib/zip.ts'

/** The dependencies of the query for a task. */
export type DeskContext = Pick<Context, 'db'> & Partial<Context>

/** An order with the name of its buyer, and what a feature says has happened to it. */
export type EventfulOrder = { id: string; buyer: string }
export type AddedOrderEvent = Omit<OrderEvent, 'at'> & { at: Date }

export type DeskHooks = {
  /** What else the seller should know, as fields of the dashboard. */
  tasks?(shop: DeskContext, now: Date): Promise<Record<string, unknown>>
  /** How many of its things wait for the seller, each as an expression of SQL: one query counts those of all features. */
  waiting?(db: Db): { [Name in WaitingName]?: SQL<number> }
  /** What the search over everything finds, as fields of its answer; nothing for an empty keyword. */
  search?(db: Db, keyword: string): Promise<Record<string, unknown[]>>
  /** Files of the archive with the whole shop. */
  files?(db: Db): ArchiveFile[]
  /** Events for the timeline of an order, in any order. */
  events?(db: Db, order: EventfulOrder): Promise<AddedOrderEvent[]>
  /** Checks for the page of the setup or of the health; moments are in the shop's time zone. */
  checks?(shop: Pick<Context, 'setup'>, timeZone: string, page: 'setup' | 'health'): Promise<SetupCheck[]>
  /** Tells of events in another way than by the message that is about to be sent. A retry calls it again. */
  tell?(db: Db, events: DeskEvent[]): Promise<void>
}

export const deskHooks: DeskHooks[] = []

/** The checks of features, one after the other: they read much, and buyers need the connections. */
export async function addedChecks(
  ...checkArguments: Parameters<NonNullable<DeskHooks['checks']>>
): Promise<SetupCheck[]> {
  const checks: SetupCheck[] = []
  for (const hooks of deskHooks) checks.push(...((await hooks.checks?.(...checkArguments)) ?? []))
  return checks
}
