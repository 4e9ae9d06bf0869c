import type { Setup, SetupCheck } from '#contract/admin/setup.ts'
import { SETUP } from '../../../texts/admin-setup.ts'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { CheckCard } from './CheckCard.tsx'
import { MailCheck } from './MailCheck.tsx'
import { useSetupQuery, useTestSetupMutation } from './setupApi.ts'

/** What the shop needs before it sells: what is configured, whether it works, and what is left to do. */
export default function SetupPage() {
  const query = useSetupQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error } = query
  return (
    <section aria-labelledby="setup-title" className="grid max-w-3xl gap-6">
      <Head title={SETUP.heading} noIndex />
      <header className="grid gap-2">
        <h1 id="setup-title">{SETUP.heading}</h1>
        <p className="max-w-prose text-muted">{SETUP.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {!data && !error && <Skeleton className="h-dvh" />}
      {data && <Checks setup={data} />}
    </section>
  )
}

const Checks = ({ setup: { checks, settingsFile, version } }: { setup: Setup }) => (
  <>
    <ul className="grid gap-4">
      {checks.map((check) => (
        <Check key={check.name} configured={check} />
      ))}
    </ul>
    <div className="grid gap-2 text-sm text-muted">
      <p>
        {settingsFile ? SETUP.file : SETUP.noFile}{' '}
        {settingsFile && <code className="wrap-anywhere">{settingsFile}</code>}
      </p>
      <p>{SETUP.restart}</p>
      <p>{SETUP.version(version)}</p>
    </div>
  </>
)

function Check({ configured }: { configured: SetupCheck }) {
  const { name, state } = configured
  // What is not configured cannot be tested.
  if (state === 'todo') return <CheckCard check={configured} />
  if (name === 'payments' || name === 'address') return <TestedCheck configured={configured} name={name} />
  return name === 'mail' ? <MailCheck configured={configured} /> : <CheckCard check={configured} />
}

function TestedCheck({ configured, name }: { configured: SetupCheck; name: 'payments' | 'address' }) {
  const [test, { data, isLoading, error }] = useTestSetupMutation()
  return (
    <CheckCard
      check={data ?? configured}
      test={{
        label: SETUP.tests[name],
        run: () => void test(name),
        isBusy: isLoading,
        error,
      }}
    />
  )
}
