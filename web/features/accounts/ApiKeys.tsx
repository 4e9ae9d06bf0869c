import type { ApiKey } from '#contract/api-keys.ts'
import { formatDay } from '#contract/dates.ts'
import { messageOf } from '../../api.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadFailure } from '../layout/LoadFailure.tsx'
import { useShop } from '../shop/shopApi.ts'
import { NewKeyForm } from './ApiKeyForm.tsx'
import { useApiKeysQuery, useRevokeApiKeyMutation } from './apiKeysApi.ts'

/** The keys by which programs call the shop in the name of this account. */
export default function ApiKeys() {
  const query = useApiKeysQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: keys, error } = query
  const [revoke, revoking] = useRevokeApiKeyMutation()
  return (
    <section aria-labelledby="api-keys" className="grid content-start gap-6 lg:col-span-3">
      <header className="grid gap-2">
        <h2 id="api-keys">API keys</h2>
        <p className="max-w-prose text-muted">
          A program that sends a key as its bearer token may do what this account may do, until you revoke the key. It
          cannot delete anything, and it cannot change accounts or keys. A new password keeps your keys; a password set
          by a link in an email ends them.
        </p>
      </header>
      <LoadFailure queries={[query]} />
      {revoking.error && <Alert onDismiss={revoking.reset}>{messageOf(revoking.error)}</Alert>}
      <Panel>
        <div className="grid gap-8">
          <NewKeyForm />
          {!keys && !error && <Skeleton className="h-24" />}
          {keys?.length === 0 && <p className="text-muted">There are no keys yet.</p>}
          {keys && keys.length > 0 && (
            <ul className="divide-y divide-line border-line border-t">
              {keys.map((key) => (
                <Key key={key._id} apiKey={key} onRevoke={() => void revoke(key._id)} />
              ))}
            </ul>
          )}
        </div>
      </Panel>
    </section>
  )
}

function Key({ apiKey: { name, prefix, createdAt, lastUsedAt }, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const { timeZone } = useShop()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="break-words font-medium">{name}</p>
        <p className="text-muted text-sm tabular-nums">
          <code>{prefix}…</code> · <span className="whitespace-nowrap">Created {formatDay(createdAt, timeZone)}</span> ·{' '}
          <span className="whitespace-nowrap">
            {lastUsedAt ? `Last used ${formatDay(lastUsedAt, timeZone)}` : 'Never used'}
          </span>
        </p>
      </div>
      <ConfirmButton
        variant="quiet"
        aria-label={`Revoke ${name}`}
        sentence={`Programs that use the key “${name}” will be refused from now on.`}
        action="Revoke"
        onConfirm={onRevoke}
      >
        Revoke
      </ConfirmButton>
    </li>
  )
}
