import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

/** What a link to an edit screen hands over, so that one comes back to the list as it was looked through. */
export const fromList = (search: string) => ({ search })

/** Where one came from: the list at that path, as it was looked through. */
export function useListPath(path: string) {
  const { state } = useLocation() as { state: { search?: string } | null }
  return path + (state?.search ?? '')
}

type Props = {
  title: string
  /** The list it belongs to. */
  list: { path: string; label: string }
  isLoading: boolean
  error: unknown
  children: ReactNode
}

/** The frame of a screen that changes one thing: the way back to its list, the title, the form. */
export const EditScreen = ({ title, list, isLoading, error, children }: Props) => (
  <section aria-labelledby="edit-title" className="grid gap-6">
    <Head title={title} noIndex />
    <header className="grid justify-items-start gap-1">
      <Link to={list.path} className="inline-flex min-h-11 items-center gap-1 font-medium">
        <Icon name="left" className="size-4" />
        {list.label}
      </Link>
      <h1 id="edit-title">{title}</h1>
    </header>
    {isLoading && <Skeleton className="h-96" />}
    {error !== undefined && <Alert>{messageOf(error)}</Alert>}
    {children}
  </section>
)
