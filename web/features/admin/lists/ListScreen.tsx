import type { ReactNode } from 'react'
import { NEAR_PAGES } from '#contract/lists.ts'
import { LISTS } from '../../../texts/admin.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { isNotFound, LoadFailure, type LoadQuery } from '../../layout/LoadFailure.tsx'
import { EmptyList } from './EmptyList.tsx'
import type { ListAddress } from './list-address.ts'
import { SearchBox } from './SearchBox.tsx'

type Answer = {
  page: number
  pages: number
  total: number
  isTotalCapped?: true | undefined
  near?: string | undefined
}

type Props = {
  title: string
  /** The things in the list, in singular and plural. */
  nouns: readonly [one: string, many: string]
  address: ListAddress
  /** The query of the list; without data while it loads. */
  query: LoadQuery & { currentData?: Answer | undefined }
  /** Of the search field, if the list can be searched. */
  searchLabel?: string
  /** Beside the title: the button that creates a record. */
  action?: ReactNode
  /** Below the search field: the filters. */
  filters?: ReactNode
  /** The result of the last action. */
  banner?: ReactNode
  /** The path of a page of the list, for lists that have the page in their path. */
  hrefOf?(page: number): string
  /** Shown when the list has no rows at all. */
  empty: ReactNode
  children: ReactNode
}

/** The layout of an admin list: title and count, search and filters, rows, pagination. */
export function ListScreen(props: Props) {
  const { title, nouns, query, action } = props
  const { currentData: answer } = query
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={title} noIndex />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 id="list-title">{title}</h1>
          <p role="status" className="min-h-7 text-muted">
            {answer && LISTS.total(answer.total, nouns, answer.isTotalCapped)}
          </p>
        </div>
        {action}
      </header>
      <ListRows {...props} />
    </section>
  )
}

/** The rows of a list with its search, filters and pages, below the header of a screen. */
export function ListRows(props: Omit<Props, 'title' | 'nouns' | 'action'>) {
  const { address, query, searchLabel, filters, banner, children } = props
  const { currentData: answer, error } = query
  const isSearched = searchLabel && address.query !== ''
  return (
    <>
      {banner}
      <search className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(14rem,22rem)_1fr]">
        {searchLabel && <SearchBox label={searchLabel} address={address} />}
        {filters && <div className="grid grid-cols-2 items-end gap-4 sm:flex sm:flex-wrap">{filters}</div>}
      </search>
      {isNotFound(error) && !answer ? <NoSuchPage address={address} /> : <LoadFailure queries={[query]} />}
      {!answer && error === undefined && <Skeleton className="h-96" />}
      {answer?.total === 0 && <EmptyList>{isSearched ? LISTS.noMatches : props.empty}</EmptyList>}
      {/* Not a grid, because a grid row would hold the bar that sticks to the window’s edge. */}
      {answer && answer.total > 0 && <div className="[&>*+*]:mt-6">{children}</div>}
      {answer && (
        <Pagination
          page={answer.page}
          pages={answer.pages}
          hrefOf={props.hrefOf ?? ((page) => address.hrefOf(page, isNear(answer, page) ? answer.near : ''))}
        />
      )}
    </>
  )
}

const isNear = ({ page }: Answer, other: number) => Math.abs(page - other) <= NEAR_PAGES

const NoSuchPage = ({ address }: { address: ListAddress }) => (
  <Alert kind="info">
    <p>{LISTS.noSuchPage}</p>
    <Button variant="quiet" className="ml-0" onClick={() => address.change({})}>
      {LISTS.firstPage}
    </Button>
  </Alert>
)
