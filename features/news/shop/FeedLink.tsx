import type { ShopInfo } from '#contract/shop-info.ts'
import { FEED_PATH } from '../paths.ts'
import { NEWS } from './texts.ts'

/** The tag by which programs find the feed of the news. */
export const FeedLink = ({ shop: { name } }: { shop: Pick<ShopInfo, 'name'> }) => (
  <link rel="alternate" type="application/atom+xml" title={NEWS.feed(name)} href={FEED_PATH} />
)
