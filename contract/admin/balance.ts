import { z } from 'zod'
import { toCents, toDollars } from '../money.ts'

/** Like `money`, without its limits: a sum over many orders, which may be below zero. */
export const balance = z.codec(z.number(), z.int(), { decode: toCents, encode: toDollars })
