import type { Voice } from './shop-info.ts'

/** A sentence in which the seller speaks of herself, as it reads in each voice. */
export type Voiced = Record<Voice, string>
