/** Of a query that is made now, past the cache. */
export const FRESH = { forceRefetch: true, subscribe: false } as const

/** The data of such a query; undefined when it fails: `data` is then still what was loaded before. */
export async function freshData<Data>(query: PromiseLike<{ data?: Data | undefined; isSuccess: boolean }>) {
  const { data, isSuccess } = await query
  return isSuccess ? data : undefined
}
