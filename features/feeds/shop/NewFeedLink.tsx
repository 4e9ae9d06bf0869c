import type { ShopInfo } from '#contract/shop-info.ts'
import { NEW_FEED_PATH } from '../paths.ts'
import { NEWEST } from './texts.ts'

/** The tag by which programs find the feed of the newest products. */
export const NewFeedLink = ({ shop: { name } }: { shop: Pick<ShopInfo, 'name'> }) => (
  <link rel="alternate" type="application/atom+xml" title={NEWEST.feed(name)} href={NEW_FEED_PATH} />
)
