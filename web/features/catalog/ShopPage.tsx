import { type Params, useParams } from 'react-router'
import type { Category } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { type ApiFailure, messageOf } from '../../api.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { ErrorNotice } from '../layout/ErrorNotice.tsx'
import { NotFound } from '../layout/NotFound.tsx'
import { useShop } from '../shop/shopApi.ts'
import { CategoryLinks } from './CategoryLinks.tsx'
import { useCategoriesQuery, useProductsQuery } from './catalogApi.ts'
import { categoryOf, hrefOf, titleOf } from './listings.ts'
import { EmptyGrid, ProductGrid } from './ProductGrid.tsx'

/** The shop, one of its categories, or what a search found, page by page. */
export default function ShopPage() {
  const params = useParams()
  const { keyword = '', category = '', pageNumber = '1' } = params
  const { currentData, error } = useProductsQuery({ keyword, category, pageNumber })
  const { data: categories = [] } = useCategoriesQuery()
  const failure = currentData ? undefined : (error as ApiFailure | undefined)
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-8 px-5 pt-5 pb-16 sm:px-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12 lg:pt-14 lg:pb-24">
      <CategoryLinks />
      <div className="grid min-w-0 content-start gap-8 lg:gap-10">
        {failure ? (
          <Missing failure={failure} isUnknown={Boolean(category) && !categoryOf(category, categories)} />
        ) : (
          <>
            <Title params={params} categories={categories} total={currentData?.total} />
            {currentData ? <ProductGrid products={currentData.products} /> : <EmptyGrid />}
            {currentData?.total === 0 && <NothingFound isSearch={keyword !== ''} />}
            {currentData && (
              <Pagination page={currentData.page} pages={currentData.pages} hrefOf={(page) => hrefOf(params, page)} />
            )}
          </>
        )}
      </div>
    </div>
  )
}

type TitleProps = { params: Readonly<Params>; categories: Category[]; total: number | undefined }

function Title({ params, categories, total }: TitleProps) {
  const { lead, subject } = titleOf(params, categories)
  const page = Number(params.pageNumber ?? 1)
  const { name, tagline } = useShop()
  const inHead = [lead, subject, page > 1 ? `page ${page}` : ''].filter(Boolean).join(' ')
  return (
    <header className="grid gap-2">
      <Head
        title={inHead}
        description={`${subject === 'Shop' ? 'Every piece' : subject} at ${name}. ${tagline}`}
        canonical={hrefOf(params, page)}
        noIndex={Boolean(params.keyword)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 break-words">
          {lead} <span className={lead ? 'text-accent' : undefined}>{subject}</span>
        </h1>
        {lead && (
          <ButtonLink to="/shop" variant="secondary">
            {TEXT.goBack}
          </ButtonLink>
        )}
      </div>
      <p className="min-h-7 text-muted" role="status">
        {total !== undefined && total > 0 && `${total} ${total === 1 ? 'piece' : 'pieces'}`}
      </p>
    </header>
  )
}

function Missing({ failure, isUnknown }: { failure: ApiFailure; isUnknown: boolean }) {
  if (failure.status !== 400 && failure.status !== 404) return <ErrorNotice message={messageOf(failure)} />
  return <NotFound what={isUnknown ? 'This category' : 'This page'} />
}

const NothingFound = ({ isSearch }: { isSearch: boolean }) => (
  <EmptyState title={isSearch ? 'Nothing by that name' : 'The shelf is empty just now'}>
    <p className="max-w-md text-muted">
      {isSearch
        ? 'Try fewer letters or another word for it, such as mug, pen, bow or keychain. The categories are there to wander through, too.'
        : 'New pieces are on the work table. Look in another category, or come back in a few days.'}
    </p>
    <ButtonLink to="/shop">Browse the shop</ButtonLink>
  </EmptyState>
)
