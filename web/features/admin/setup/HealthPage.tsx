import type { SetupCheck } from '#contract/admin/setup.ts'
import { HEALTH } from '../../../texts/admin-setup.ts'
import { Button } from '../../../ui/Button.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { CheckCard } from './CheckCard.tsx'
import { MailCheck } from './MailCheck.tsx'
import { useHealthQuery } from './setupApi.ts'

/** How the shop is: each part works, or has the one thing to do, which comes first. */
export default function HealthPage() {
  const query = useHealthQuery(undefined, { refetchOnMountOrArgChange: true })
  const checks = query.data?.checks ?? []
  const left = checks.filter(({ state }) => state === 'todo')
  return (
    <section aria-labelledby="health-title" className="grid max-w-3xl grid-cols-1 gap-6">
      <Head title={HEALTH.heading} noIndex />
      <header className="grid gap-2">
        <h1 id="health-title">{HEALTH.heading}</h1>
        <p className="max-w-prose text-muted">{HEALTH.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {query.isLoading && <Skeleton className="h-dvh" />}
      {query.data && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p role="status" className="text-lg font-medium">
              {left.length > 0 ? HEALTH.left(left.length) : HEALTH.well}
            </p>
            <Button variant="secondary" isBusy={query.isFetching} onClick={() => void query.refetch()}>
              {HEALTH.again}
            </Button>
          </div>
          {/* Checked again, the answer of a former test email is no news. */}
          <ul key={query.fulfilledTimeStamp} className="grid gap-4">
            {[...left, ...checks.filter(({ state }) => state !== 'todo')].map((check) =>
              isConfiguredMail(check) ? (
                <MailCheck key={check.name} configured={check} />
              ) : (
                <CheckCard key={check.name} check={check} />
              ),
            )}
          </ul>
        </>
      )}
    </section>
  )
}

/** Emails can be tested once nothing is to be put into the settings file. */
const isConfiguredMail = ({ name, lines }: SetupCheck) => name === 'mail' && lines.length === 0
