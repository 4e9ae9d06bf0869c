import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isNotFound, LoadFailure, type LoadQuery } from '#web/shop/layout/LoadFailure.tsx'
import { LISTS } from '#web/texts/admin.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The navigation state of a link to an edit screen, so that it leads back to the same view of the list. */
export const listState = (search: string) => ({ search })

/** The path of the list with the view that the user came from. */
export function useListPath(path: string) {
  const { state } = useLocation() as { state: { search?: string } | null }
  return path + (state?.search ?? '')
}

type List = { path: string; label: string }

type Props = {
  title: string
  /** The name of the list. */
  list: List
  /** The noun of the edited record: `coupon`. */
  noun: string
  query: LoadQuery & { currentData?: unknown }
  children: ReactNode
}

/** A title of more letters, such as the name of a file, is set smaller. */
const LONG = 40

/** The layout of an edit screen: the link back to its list, the title, the form. */
export const EditScreen = ({ title, list, noun, query, children }: Props) => (
  <section aria-labelledby="edit-title" className="grid gap-6">
    <Head title={title} noIndex />
    <header className="grid justify-items-start gap-1">
      <Link to={list.path} className="inline-flex min-h-11 items-center gap-1 font-medium">
        <Icon name="left" className="size-4" />
        {list.label}
      </Link>
      <h1 id="edit-title" className={`wrap-anywhere ${title.length > LONG ? 'text-2xl' : ''}`}>
        {title}
      </h1>
    </header>
    {!query.currentData && !query.error && <Skeleton className="h-96" />}
    {isNotFound(query.error) ? <DeletedNotice noun={noun} list={list} /> : <LoadFailure queries={[query]} />}
    {children}
  </section>
)

/** Replaces the form of a record that has been deleted, with a link back to its list. */
export const DeletedNotice = ({ noun, list }: { noun: string; list: List }) => (
  <EmptyState title={LISTS.gone(noun)}>
    <p className="max-w-md text-muted">{LISTS.goneHint}</p>
    <ButtonLink to={list.path}>{LISTS.backTo(list.label)}</ButtonLink>
  </EmptyState>
)
