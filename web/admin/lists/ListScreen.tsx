import type { ReactNode } from 'react'
import { NEAR_PAGES } from '#contract/lists.ts'
import { isNotFound, LoadFailure, type LoadQuery } from '#web/shop/layout/LoadFailure.tsx'
import { LISTS } from '#web/texts/admin.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { LineDrawing } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DataTable, type Table } from './DataTable.tsx'
import { Drawer } from './Drawer.tsx'
import { chosen, type Filter, ListFilters, sortingOf } from './ListFilters.tsx'
import type { ListAddress } from './list-address.ts'
import { SearchBox } from './SearchBox.tsx'

/** A page of a list, found by its number. */
type Page = { page: number; pages: number; total: number; isTotalCapped?: true | undefined; near?: string | undefined }

type ListProps<Row> = {
  address: ListAddress
  /** The query of the list; without data while it loads. */
  query: LoadQuery & { currentData?: object | undefined }
  /** How many rows there are in all, if the answer is no page that says so. */
  total?: number | undefined
  /** Which part of the list is shown, as links. */
  tabs?: Filter
  /** The label of the search field, if the list can be searched. */
  searchLabel?: string
  filters?: readonly Filter[]
  /** The query of what the filters offer, if one is needed. */
  filterQuery?: LoadQuery
  /** The result of the last action. */
  banner?: ReactNode
  /** Shown when the list has no rows at all. */
  empty: ReactNode
  /** The name of the table for screen readers. */
  caption?: string
  /** The rows, as a table; rows of another form are children. */
  table?: Table<Row>
  /** Below the table: the bar for selected rows. */
  children?: ReactNode
  /** Below the rows, once the list has loaded. */
  foot?: ReactNode
}

type Props<Row> = ListProps<Row> & {
  title: string
  /** What the list is for. On a narrow page it stands below the rows. */
  about?: string
  /** The things in the list, in singular and plural, if they are counted. */
  nouns?: readonly [one: string, many: string]
  /** Beside the title: what creates a row. */
  action?: ReactNode
  /** Other actions; on a narrow page behind a button. */
  more?: ReactNode
}

/** An admin list: title and count, actions, search, filters, rows, pages. The first row is on the first screen. */
export function ListScreen<Row extends { _id: string }>(props: Props<Row>) {
  const { title, about, nouns, query, action, more } = props
  const page = pageOf(query.currentData)
  return (
    <section aria-labelledby="list-title" className="grid grid-cols-1 gap-4 lg:gap-6">
      <Head title={title} noIndex />
      <header className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
        <div>
          <h1 id="list-title" className="max-sm:text-2xl">
            {title}
          </h1>
          {nouns && (
            <p role="status" className="min-h-6 text-muted max-lg:text-sm">
              {page && LISTS.total(page.total, nouns, page.isTotalCapped)}
            </p>
          )}
        </div>
        {(more || action) && (
          <div className="flex flex-wrap items-center gap-2 lg:gap-x-6 max-sm:[&>:is(a,button)]:px-4">
            {more && (
              <Drawer
                label={<span className="sr-only">{LISTS.more}</span>}
                icon={<LineDrawing path="M5 12h.1m6.9 0h.1m6.9 0h.1" className="size-5 stroke-3" />}
                className="lg:items-center lg:gap-x-6"
              >
                {more}
              </Drawer>
            )}
            {action}
          </div>
        )}
      </header>
      {about && <p className="max-w-prose text-muted max-lg:order-last">{about}</p>}
      <List caption={title} {...props} />
    </section>
  )
}

/** The rows of a list with its search, filters and pages, below the header of a screen. */
export function List<Row extends { _id: string }>(props: ListProps<Row>) {
  const { address, query, searchLabel, tabs, filters = [], banner, caption = '', table, children, foot } = props
  const { currentData: answer, error } = query
  const page = pageOf(answer)
  const total = props.total ?? (Array.isArray(answer) ? answer.length : page?.total)
  const queries = [query, ...(props.filterQuery ? [props.filterQuery] : [])]
  const sorting = table ? sortingOf(table) : null
  const isSearched = searchLabel && address.read('keyword') !== ''
  return (
    <>
      {banner}
      {tabs && <Tabs of={tabs} address={address} />}
      {(searchLabel || filters.length > 0 || sorting) && (
        <search className="flex items-end gap-3 lg:flex-wrap lg:gap-4">
          {searchLabel && <SearchBox label={searchLabel} address={address} />}
          {(filters.length > 0 || sorting) && (
            <ListFilters filters={filters} sorting={sorting} address={address} isAlone={!searchLabel} />
          )}
        </search>
      )}
      {isNotFound(error) && !answer ? <NoSuchPage address={address} /> : <LoadFailure queries={queries} />}
      {!answer && error === undefined && <Skeleton className="h-96" />}
      {total === 0 && (
        <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-edge px-5 py-12 text-center text-muted">
          {isSearched ? LISTS.noMatches : props.empty}
          {isSearched && (
            <Button type="button" variant="quiet" onClick={() => address.change({ keyword: '' })}>
              {LISTS.showAll}
            </Button>
          )}
        </div>
      )}
      {/* Not a grid, because a grid row would hold the bar that sticks to the window’s edge. */}
      {answer !== undefined && total !== 0 && (
        <div className="[&>*+*]:mt-6">
          {table && <DataTable {...table} caption={caption} address={address} />}
          {children}
        </div>
      )}
      {page && (
        <Pagination
          page={page.page}
          pages={page.pages}
          hrefOf={(other) => address.hrefOf(other, isNear(page, other) ? page.near : '')}
        />
      )}
      {answer !== undefined && foot}
    </>
  )
}

const pageOf = (answer: object = {}) => ('pages' in answer ? (answer as Page) : undefined)

const isNear = ({ page }: Page, other: number) => Math.abs(page - other) <= NEAR_PAGES

/** Links to the parts of a list, such as the open entries. */
const Tabs = ({ of, address }: { of: Filter; address: ListAddress }) => (
  <nav aria-label={of.label} className="flex flex-wrap gap-x-3 border-b border-line sm:gap-x-6">
    {of.options.map(([value, word], at) => {
      const isHere = value === chosen(of, address)
      return (
        <Link
          key={value}
          to={at === 0 ? '?' : `?${of.name}=${value}`}
          aria-current={isHere ? 'page' : undefined}
          className={`inline-flex min-h-11 items-center border-b-2 no-underline ${isHere ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'}`}
        >
          {word}
        </Link>
      )
    })}
  </nav>
)

const NoSuchPage = ({ address }: { address: ListAddress }) => (
  <Alert kind="info">
    <p>{LISTS.noSuchPage}</p>
    <Button variant="quiet" className="ml-0" onClick={() => address.change({})}>
      {LISTS.firstPage}
    </Button>
  </Alert>
)
