import { z } from 'zod'

/** What waits for the seller. A feature adds its own things by `declare module`. */
export interface WaitingThings {
  /** Orders. */
  toShip: number
  discrepancies: number
}
export type WaitingName = keyof WaitingThings

/** How many things wait for the seller, by what they are, such as `toShip`. */
export const Waiting = z
  .object({ counts: z.record(z.string(), z.int()).describe('How many wait, by what they are, such as `toShip`') })
  .meta({ id: 'Waiting' })
export type Waiting = z.infer<typeof Waiting>
