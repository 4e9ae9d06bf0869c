import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { LISTS } from '../../../texts/admin.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { isNotFound, type Load, LoadFailure } from '../../layout/LoadFailure.tsx'

/** What a link to an edit screen hands over, so that one comes back to the list as it was looked through. */
export const fromList = (search: string) => ({ search })

/** Where one came from: the list at that path, as it was looked through. */
export function useListPath(path: string) {
  const { state } = useLocation() as { state: { search?: string } | null }
  return path + (state?.search ?? '')
}

type List = { path: string; label: string }

type Props = {
  title: string
  /** The list it belongs to. */
  list: List
  /** What is changed here: `coupon`. */
  noun: string
  query: Load & { currentData?: unknown }
  children: ReactNode
}

/** The frame of a screen that changes one thing: the way back to its list, the title, the form. */
export const EditScreen = ({ title, list, noun, query, children }: Props) => (
  <section aria-labelledby="edit-title" className="grid gap-6">
    <Head title={title} noIndex />
    <header className="grid justify-items-start gap-1">
      <Link to={list.path} className="inline-flex min-h-11 items-center gap-1 font-medium">
        <Icon name="left" className="size-4" />
        {list.label}
      </Link>
      <h1 id="edit-title">{title}</h1>
    </header>
    {!query.currentData && !query.error && <Skeleton className="h-96" />}
    {isNotFound(query.error) ? <NoLongerThere noun={noun} list={list} /> : <LoadFailure queries={[query]} />}
    {children}
  </section>
)

/** For the seller, in place of something that was to be changed and was deleted meanwhile: the way back to its list. */
export const NoLongerThere = ({ noun, list }: { noun: string; list: List }) => (
  <EmptyState title={LISTS.gone(noun)}>
    <p className="max-w-md text-muted">{LISTS.goneHint}</p>
    <ButtonLink to={list.path}>{LISTS.backTo(list.label)}</ButtonLink>
  </EmptyState>
)
