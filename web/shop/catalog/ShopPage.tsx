import type { Collection } from '#contract/collections.ts'
import type { Filters } from '#contract/filters.ts'
import type { Category, CollectionLink, ProductPage } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { NotFound } from '#web/shop/layout/NotFound.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { LIST } from '#web/texts/catalog.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { activeFilters, withoutAny } from './active-filters.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { FilterChips, ListBar } from './ListBar.tsx'
import { ListLinks } from './ListLinks.tsx'
import { NEXT_PIECES, PIECES } from './list-ids.ts'
import { categoryOf, hrefOf, type ListParams, titleOf } from './listings.ts'
import { EmptyShelf, FewerWords, NothingFound, NothingLeft } from './NothingFound.tsx'
import { ProductGrid } from './ProductGrid.tsx'

type Props = {
  params: ListParams
  filters: Filters
  /** Null for a category, a collection or a page that does not exist. */
  list: ProductPage | null
  categories: Category[]
  collections: CollectionLink[]
  /** The collection of the list. */
  collection: Collection | null
}

/** Product list of the shop, a category, a collection or a search, with the page and filters of its URL. */
export function ShopPage({ params, filters, list, categories, collections, collection }: Props) {
  const { keyword = '' } = params
  const narrowedBy = activeFilters(filters).length
  const facets = list?.facets && list.facets.total > 1 ? list.facets : undefined
  const form = { action: hrefOf(params, 1), filters }
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-x-12 gap-y-6 px-5 pt-5 pb-16 sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-14 lg:pb-24">
      <div className="grid min-w-0 content-start gap-8">
        <ListLinks categories={categories} collections={collections} />
        {list && facets && <FilterPanel {...form} facets={facets} list={list} />}
      </div>
      <div className="grid min-w-0 content-start gap-6">
        {list ? (
          <>
            <Title
              params={params}
              categories={categories}
              collection={collection}
              isNarrowed={Object.keys(filters).length > 0}
            />
            <ListBar
              sort={facets && filters.sort}
              hasFilters={facets !== undefined}
              firstOrder={keyword ? LIST.bestMatch : collection ? LIST.recommended : LIST.newest}
              narrowedBy={narrowedBy}
              list={list}
              of={list.facets}
            />
            {list.matchedWords !== undefined && <FewerWords keyword={keyword} matchedWords={list.matchedWords} />}
            <FilterChips filters={filters} hrefOf={(rest) => hrefOf(params, 1, rest)} />
            <List page={list} params={params} filters={filters} />
          </>
        ) : (
          <NotFound what={missingOf(params, categories, collection)} />
        )}
      </div>
    </div>
  )
}

/** What the shop does not have of an address without a list. */
function missingOf({ category, collection: slug }: ListParams, categories: Category[], collection: Collection | null) {
  if (category && !categoryOf(category, categories)) return 'category'
  return slug && !collection ? 'collection' : 'page'
}

type TitleProps = Pick<Props, 'params' | 'categories' | 'collection'> & { isNarrowed: boolean }

function Title({ params, categories, collection, isNarrowed }: TitleProps) {
  const { lead, subject } = titleOf(params, categories, collection)
  const page = Number(params.pageNumber ?? 1)
  const isPart = lead !== '' || collection !== null
  const { name, tagline } = useShop()
  const inHead = [lead, subject, page > 1 ? LIST.page(page) : ''].filter(Boolean).join(' ')
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <Head
        title={inHead}
        description={collection?.text || `${LIST.about(isPart ? subject : LIST.everyPiece, name)} ${tagline}`.trim()}
        canonical={hrefOf({ ...params, category: categoryOf(params.category ?? '', categories)?.slug }, page)}
        noIndex={Boolean(params.keyword) || isNarrowed}
      />
      <h1 className="min-w-0 break-words">
        {lead} <span className={lead ? 'text-accent' : undefined}>{subject}</span>
      </h1>
      {isPart && (
        <ButtonLink to="/shop" variant="secondary">
          {TEXT.goBack}
        </ButtonLink>
      )}
      {collection?.text && (
        <p className="max-w-2xl basis-full break-words whitespace-pre-line text-muted">{collection.text}</p>
      )}
    </header>
  )
}

type ListProps = { page: ProductPage; params: ListParams; filters: Filters }

function List({ page: { products, page, pages, total, instead }, params, filters }: ListProps) {
  if (instead) return <NothingFound keyword={params.keyword ?? ''} instead={instead} />
  if (total === 0 && activeFilters(filters).length > 0)
    return <NothingLeft all={hrefOf(params, 1, withoutAny(filters))} />
  if (total === 0) return <EmptyShelf />
  return (
    <>
      <ProductGrid products={products} id={PIECES} />
      <div id={NEXT_PIECES} className="grid justify-items-center gap-6">
        {page < pages && (
          // Without the script it leads to the next page.
          <ButtonLink to={hrefOf(params, page + 1, filters)} variant="secondary" data-adds>
            {LIST.more}
          </ButtonLink>
        )}
        <Pagination page={page} pages={pages} hrefOf={(number) => hrefOf(params, number, filters)} />
      </div>
    </>
  )
}
