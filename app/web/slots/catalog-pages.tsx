// What the features add to the pages that the server renders.
import type { ReactNode } from 'react'
import type { PublicData } from '#contract/rendering.ts'
import type { StandingInLine } from '#features/drops/contract.ts'
import { DropBands } from '#features/drops/shop/DropBands.tsx'
import { DropOverview } from '#features/drops/shop/DropOverview.tsx'
import { PlainLine, refreshOf } from '#features/drops/shop/PlainLine.tsx'
import { PlainTicket } from '#features/drops/shop/PlainTicket.tsx'
import { NewFeedLink } from '#features/feeds/shop/NewFeedLink.tsx'
import { LettersBand } from '#features/letters/shop/LettersBand.tsx'
import { FeedLink } from '#features/news/shop/FeedLink.tsx'
import { HomeNews } from '#features/news/shop/HomeNews.tsx'
import { NewsPage } from '#features/news/shop/NewsPage.tsx'
import { PageDate } from '#features/news/shop/PageDate.tsx'
import type { WithdrawalView } from '#features/returns/contract.ts'
import { WithdrawalPage } from '#features/returns/shop/WithdrawalPage.tsx'
import { AllReviews } from '#features/reviews/shop/AllReviews.tsx'
import { WishesOverview } from '#features/wishes/shop/WishesOverview.tsx'
import type { CheckoutParts } from '#web/shop/slots/checkout-parts.ts'
import {
  type CatalogPage,
  type CatalogRoute,
  type Load,
  notFoundPage,
  nullIfMissing,
  type PagePart,
  page,
  route,
} from './catalog-page.tsx'
import { CHECKOUT_PARTS } from './checkout-parts.ts'

/** The bands of the home page, under its hero. */
export const HOME_BANDS: readonly ((data: PublicData) => Promise<ReactNode>)[] = [
  async (data) => <DropBands drops={await data.announcedDrops()} />,
]

/** The sections at the end of the home page. */
export const HOME_ENDS: readonly ((data: PublicData) => Promise<PagePart>)[] = [
  async (data) => {
    const { items } = await data.newsList('1')
    if (items.length === 0) return null
    return { content: <HomeNews items={items} />, head: <FeedLink shop={await data.shop()} /> }
  },
  async () => ({ content: <LettersBand /> }),
  async (data) => ({ content: null, head: <NewFeedLink shop={await data.shop()} /> }),
]

/** What stands under the title of the text page with a slug. */
export const TEXT_PAGE_PARTS: readonly ((slug: string, data: PublicData) => Promise<ReactNode>)[] = [
  async (slug, data) => {
    const datedAt = await data.newsDate(slug)
    return datedAt && <PageDate datedAt={datedAt} />
  },
]

const newsList: Load = async ({ pageNumber = '1' }, _, data) => {
  const list = await data.newsList(pageNumber).catch(nullIfMissing)
  if (!list) return notFoundPage
  return { ...page(<NewsPage list={list} />), head: <FeedLink shop={await data.shop()} /> }
}

const drop: Load = async ({ slug = '' }, _, data) => {
  const one = await data.drop(slug).catch(nullIfMissing)
  if (!one) return notFoundPage
  const isOpen = one.state === 'planned' || one.state === 'line'
  const dropPage = { ...page(<DropOverview drop={one} />, { drop: one }), ...(isOpen && { refreshSeconds: 60 }) }
  return one.slug === slug ? dropPage : { ...dropPage, status: 301, location: `/drops/${one.slug}` }
}

const reviews: Load = async ({ pageNumber = '1' }, _, data) => {
  const reviewPage = await data.shopReviews(pageNumber).catch(nullIfMissing)
  return reviewPage ? page(<AllReviews {...reviewPage} />) : notFoundPage
}

const wishList: Load = async () => page(<WishesOverview />)

export const FEATURE_ROUTES: readonly CatalogRoute[] = [
  route('/drops/(?<slug>[^/]+)', drop),
  route('/news(?:/page/(?<pageNumber>[^/]+))?', newsList),
  route('/reviews(?:/page/(?<pageNumber>[^/]+))?', reviews),
  route('/wishes', wishList, true),
]

/** What the features add to the checkout for browsers without JavaScript. */
export const PLAIN_CHECKOUT_PARTS: CheckoutParts = {
  ...CHECKOUT_PARTS,
  options: [...CHECKOUT_PARTS.options, PlainTicket],
}

/** The line of a drop for browsers without JavaScript. */
export const plainLine = (line: StandingInLine): CatalogPage => ({
  ...page(<PlainLine {...line} />),
  ...refreshOf(line),
})

/** The withdrawal from an order, for browsers with and without JavaScript. */
export const plainWithdrawal = (view: WithdrawalView): CatalogPage => page(<WithdrawalPage view={view} />)
