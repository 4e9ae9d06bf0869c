import { setImmediate } from 'node:timers/promises'

/**
 * Joins reads by key: those of one turn of the event loop share one call of `readAll`, which returns what it found.
 * Resolves to undefined for a key that is not there.
 */
export function joinReads<Value>(readAll: (keys: string[]) => Promise<Map<string, Value>>) {
  let keys = new Set<string>()
  let reading: Promise<Map<string, Value>> | undefined
  const readNext = async () => {
    await setImmediate()
    const keyBatch = [...keys]
    // Whoever asks from now on may ask because of a change, which this read can miss.
    keys = new Set()
    reading = undefined
    return readAll(keyBatch)
  }
  return async (key: string): Promise<Value | undefined> => {
    keys.add(key)
    reading ??= readNext()
    return (await reading).get(key)
  }
}
