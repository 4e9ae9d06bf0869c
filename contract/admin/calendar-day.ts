import { z } from 'zod'

/** A day such as 2026-11-23 that the database can read too: it has no year 0. */
export const calendarDay = (sentence?: string) => z.iso.date(sentence).refine((day) => day >= '0001', sentence)
