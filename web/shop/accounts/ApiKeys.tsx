import type { ReactNode } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { formatDay } from '#contract/dates.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { API_KEYS } from '#web/texts/api-keys.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { NewKeyForm } from './ApiKeyForm.tsx'
import { useApiKeysQuery, useRevokeApiKeyMutation } from './apiKeysApi.ts'

/** The user's API keys, and below them what features do with keys. */
export default function ApiKeys({ children }: { children?: ReactNode }) {
  const query = useApiKeysQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: keys, error } = query
  const [revoke, revoking] = useRevokeApiKeyMutation()
  return (
    <section aria-labelledby="api-keys" className="grid content-start gap-6 lg:col-span-3">
      <header className="grid gap-2">
        <h2 id="api-keys">{API_KEYS.title}</h2>
        <p className="max-w-prose text-muted">{API_KEYS.hint}</p>
      </header>
      <LoadFailure queries={[query]} />
      {revoking.error && !isCanceled(revoking.error) && (
        <Alert onDismiss={revoking.reset}>{messageOf(revoking.error)}</Alert>
      )}
      <Panel>
        <div className="grid gap-8">
          <NewKeyForm />
          {!keys && !error && <Skeleton className="h-24" />}
          {keys?.length === 0 && <p className="text-muted">{API_KEYS.none}</p>}
          {keys && keys.length > 0 && (
            <ul className="divide-y divide-line border-line border-t">
              {keys.map((key) => (
                <Key key={key._id} apiKey={key} onRevoke={() => void revoke(key._id)} />
              ))}
            </ul>
          )}
        </div>
      </Panel>
      {children}
    </section>
  )
}

function Key({
  apiKey: { name, prefix, rights, createdAt, expiresAt, lastUsedAt },
  onRevoke,
}: {
  apiKey: ApiKey
  onRevoke(): void
}) {
  const { timeZone } = useShop()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="break-words font-medium">{name}</p>
        <p className="text-muted text-sm">
          {rights.map((right) => API_KEYS.right[right]).join(', ')} ·{' '}
          <span className="whitespace-nowrap">
            {API_KEYS.expires(formatDay(expiresAt, timeZone), new Date(expiresAt) < new Date())}
          </span>
        </p>
        <p className="text-muted text-sm tabular-nums">
          <code>{prefix}…</code> ·{' '}
          <span className="whitespace-nowrap">{API_KEYS.created(formatDay(createdAt, timeZone))}</span> ·{' '}
          <span className="whitespace-nowrap">
            {lastUsedAt ? API_KEYS.lastUsed(formatDay(lastUsedAt, timeZone)) : API_KEYS.neverUsed}
          </span>
        </p>
      </div>
      <ConfirmButton
        variant="quiet"
        aria-label={API_KEYS.revokeKey(name)}
        sentence={API_KEYS.revokeWarning(name)}
        action={API_KEYS.revoke}
        onConfirm={onRevoke}
      >
        {API_KEYS.revoke}
      </ConfirmButton>
    </li>
  )
}
