import { type HeldRight, KEY_RIGHTS } from '#contract/api-keys.ts'
import type { Call, KeyPart } from '#contract/calls/define-calls.ts'

/** The rights that read a part of the shop, of which one is enough. */
const READING: Record<KeyPart, HeldRight[]> = {
  catalog: ['read_catalog', 'write_catalog', 'read'],
  orders: ['orders', 'read'],
  money: ['money', 'read'],
  any: [...KEY_RIGHTS, 'read', 'payments'],
}

/** The rights that change a part of the shop, of which one is enough. */
const CHANGING: Record<KeyPart, HeldRight[]> = {
  catalog: ['write_catalog'],
  orders: ['orders'],
  money: ['money', 'payments'],
  any: [],
}

/** Whether a call changes nothing. */
export const isReading = (method: string, { isChange }: Pick<Call, 'isChange'>) =>
  isChange === undefined ? method === 'GET' || method === 'HEAD' : !isChange

/** The rights of API keys for what a call does, whoever else may make it; none when keys have nothing to do with it. */
export function rightsFor(method: string, call: Pick<Call, 'part' | 'isChange'>): HeldRight[] {
  if (!call.part) return []
  return (isReading(method, call) ? READING : CHANGING)[call.part]
}

/** The rights of which an API key needs one to make a guarded call; none when no key may. */
export function keyRightsOf(method: string, call: Pick<Call, 'access' | 'part' | 'isChange'>): HeldRight[] {
  if (call.access === 'anyone' || call.access.startsWith('signed-in') || call.access.startsWith('recent')) return []
  return rightsFor(method, call)
}

/** The rights that keys can be given of these, for people. */
export const rightsInWords = (rights: HeldRight[]) => KEY_RIGHTS.filter((right) => rights.includes(right)).join(' or ')
