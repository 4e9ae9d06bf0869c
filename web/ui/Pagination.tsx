import { LIST } from '../texts/catalog.ts'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { pageWindow } from './pagination.ts'

type Props = { page: number; pages: number; hrefOf(page: number): string }

const BOX = 'inline-grid h-11 min-w-11 place-items-center rounded-full px-1.5 font-medium no-underline hover:bg-sand'

/** Links to the pages of a list; nothing for a list of one page. */
export function Pagination({ page, pages, hrefOf }: Props) {
  if (pages <= 1) return null
  return (
    <nav aria-label={LIST.pages} className="flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link to={hrefOf(page - 1)} rel="prev" aria-label={LIST.previousPage} className={BOX}>
          <Icon name="left" />
        </Link>
      )}
      <ol className="flex flex-wrap items-center justify-center gap-1">
        {pageWindow(page, pages).map((number) =>
          typeof number === 'string' ? (
            <li key={number} aria-hidden="true" className="w-5 text-center text-muted">
              …
            </li>
          ) : (
            <li key={number} className={isOnlyWide(number, page, pages) ? 'max-sm:hidden' : undefined}>
              <Link
                to={hrefOf(number)}
                aria-current={number === page ? 'page' : undefined}
                className={`${BOX} aria-[current=page]:bg-accent aria-[current=page]:text-card`}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      {page < pages && (
        <Link to={hrefOf(page + 1)} rel="next" aria-label={LIST.nextPage} className={BOX}>
          <Icon name="right" />
        </Link>
      )}
    </nav>
  )
}

/** Whether a narrow page has no room for the number, to which the arrows lead as well. */
const isOnlyWide = (number: number, page: number, pages: number) =>
  page >= MANY_DIGITS && number !== page && number !== 1 && number !== pages

const MANY_DIGITS = 1_000
