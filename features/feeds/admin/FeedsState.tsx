import { useFeedsQuery } from './feedsApi.ts'
import { FEEDS } from './texts.ts'

/** Whether assistants may read the shop, in a few words. */
export function FeedsState() {
  const { currentData } = useFeedsQuery(undefined, { refetchOnMountOrArgChange: true })
  return currentData && (currentData.assistantsMayRead ? FEEDS.on : FEEDS.off)
}
