import { type ReactNode, Suspense, use } from 'react'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Connections, Setup } from '../contract.ts'
import { guidePath } from '../guide.ts'
import { CheckCard } from './CheckCard.tsx'
import { MailCheck } from './MailCheck.tsx'
import { MailConnection } from './MailConnection.tsx'
import { PaymentsConnection } from './PaymentsConnection.tsx'
import { RestartPanel } from './RestartPanel.tsx'
import { useConnectionsQuery, useHealthQuery, useTestSetupMutation } from './setupApi.ts'
import { SHOP_CHECK } from './texts.ts'

/** How the shop is: each part works, or has the one thing to do, which comes first and can mostly be done right there. */
export default function ShopCheckPage() {
  const query = useHealthQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: connections } = useConnectionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const checks = inOrderOfNeed(query.data?.checks ?? [])
  const left = checks.filter(({ state }) => state === 'todo')
  return (
    <section aria-labelledby="shop-check-title" className="grid max-w-3xl grid-cols-1 gap-5">
      <Head title={SHOP_CHECK.heading} noIndex />
      <header className="grid gap-1">
        <h1 id="shop-check-title">{SHOP_CHECK.heading}</h1>
        <p className="max-w-prose text-muted">{SHOP_CHECK.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {query.isLoading && <Skeleton className="h-dvh" />}
      {query.data && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p role="status" className="text-lg font-medium">
              {left.length > 0 ? SHOP_CHECK.left(left.length) : SHOP_CHECK.well}
            </p>
            <Button variant="secondary" isBusy={query.isFetching} onClick={() => void query.refetch()}>
              {SHOP_CHECK.again}
            </Button>
          </div>
          {connections?.needsRestart && <RestartPanel canRestart={connections.canRestart} />}
          {/* Checked again, the answer of a former test is no news. */}
          <ul key={query.fulfilledTimeStamp} className="grid gap-3">
            {checks.map((check, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several alerts have one name
              <Check key={at} check={check} connections={connections} />
            ))}
          </ul>
          <About setup={query.data} />
        </>
      )}
    </section>
  )
}

const NEEDS = { todo: 0, waiting: 1, untested: 1, good: 2 } as const

const inOrderOfNeed = (checks: SetupCheck[]) => checks.toSorted((one, other) => NEEDS[one.state] - NEEDS[other.state])

function Check({ check, connections }: { check: SetupCheck; connections: Connections | undefined }) {
  const Actions = use(AdminSlotsContext).checks[check.name]
  const isNeeded = check.lines.length > 0
  // The boxes take the place of lines for the settings file.
  const own = connections && {
    payments: <PaymentsConnection of={connections.payments} isNeeded={isNeeded} />,
    mail: <MailConnection of={connections.mail} isNeeded={isNeeded} />,
  }
  // What is not configured cannot be tested.
  if (check.name === 'mail' && check.lines.length === 0) return <MailCheck configured={check}>{own?.mail}</MailCheck>
  if ((check.name === 'payments' || check.name === 'address') && check.lines.length === 0)
    return (
      <TestedCheck configured={check} name={check.name}>
        {check.name === 'payments' && own?.payments}
      </TestedCheck>
    )
  if (own && (check.name === 'payments' || check.name === 'mail'))
    return <CheckCard check={{ ...check, lines: [] }}>{own[check.name]}</CheckCard>
  return (
    <CheckCard check={check}>
      {Actions && (
        <Suspense>
          <Actions />
        </Suspense>
      )}
    </CheckCard>
  )
}

/** A check that a press makes again. */
type TestedProps = { configured: SetupCheck; name: 'payments' | 'address'; children: ReactNode }

function TestedCheck({ configured, name, children }: TestedProps) {
  const [test, { data, isLoading, error }] = useTestSetupMutation()
  return (
    <CheckCard
      check={data ?? configured}
      test={{ label: SHOP_CHECK.tests[name], run: () => void test(name), isBusy: isLoading, error }}
    >
      {children}
    </CheckCard>
  )
}

const About = ({ setup: { settingsFile, version } }: { setup: Setup }) => (
  <div className="grid gap-2 text-sm text-muted">
    <p>
      {settingsFile ? SHOP_CHECK.file : SHOP_CHECK.noFile}{' '}
      {settingsFile && <code className="wrap-anywhere">{settingsFile}</code>}
    </p>
    <p>{SHOP_CHECK.restart}</p>
    <p>{SHOP_CHECK.version(version)}</p>
    <Link to={guidePath({ page: 'your-own-shop' })} className="inline-flex min-h-11 items-center justify-self-start">
      {SHOP_CHECK.readGuide}
    </Link>
  </div>
)
