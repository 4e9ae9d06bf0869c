import { type ReactNode, Suspense, use } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSettingsQuery } from '#web/admin/calls/settingsApi.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { useDraftOwner } from '#web/forms/use-draft-owner.ts'
import { readDraft } from '#web/lib/drafts.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { SETTINGS } from '#web/texts/admin-settings.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { partOfFragment, SETTING_PARTS } from './setting-parts.ts'

/** The parts of the settings, each with how it is now. A fragment, as links to one page of them had, leads to its part. */
export default function SettingsPage() {
  const { hash } = useLocation()
  const query = useSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  const userId = useDraftOwner()
  const { settings: added } = use(AdminSlotsContext)
  const linkedPart = partOfFragment(hash)
  if (linkedPart) return <Navigate to={linkedPart.path} replace />
  const { data, error } = query
  return (
    <section aria-labelledby="settings-title" className="grid max-w-3xl gap-5">
      <Head title={SETTINGS.heading} noIndex />
      <header className="grid gap-1">
        <h1 id="settings-title">{SETTINGS.heading}</h1>
        <p className="text-muted">{SETTINGS.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {!data && !error && <Skeleton className="h-dvh" />}
      {data && (
        <ul aria-label={SETTINGS.list} className="divide-y divide-line rounded-lg border border-line bg-card shadow-sm">
          {SETTING_PARTS.map(({ slug, path, title, state, draft }) => (
            <SettingsRow key={slug} to={path} title={title} state={state(data)}>
              {readDraft(draft, userId) !== undefined && <Badge kind="warning">{SETTINGS.draft}</Badge>}
            </SettingsRow>
          ))}
          {added.map(({ to, label, State }) => (
            <SettingsRow key={to} to={to} title={label} state={<State />} />
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { to: string; title: string; state: ReactNode; children?: ReactNode }

const SettingsRow = ({ to, title, state, children }: RowProps) => (
  <li>
    <Link to={to} className="flex min-h-16 items-center gap-4 px-4 py-2.5 no-underline hover:bg-accent-soft sm:px-5">
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold text-ink">{title}</span>
        <span className="truncate text-sm text-muted">
          <Suspense>{state}</Suspense>
        </span>
      </span>
      {children}
      <Icon name="right" className="size-4 text-muted" />
    </Link>
  </li>
)
