import type { Voice } from './shop-info.ts'

/** A sentence in the first person, in each voice. */
export type Voiced = Record<Voice, string>
