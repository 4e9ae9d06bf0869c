import { type ReactNode, useRef, useState } from 'react'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { formatMoment } from '#contract/dates.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import type { FormProblem } from '#web/forms/problems.ts'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import type { Connections } from '../contract.ts'
import { useConnectionsQuery, useRemoveConnectionMutation } from './setupApi.ts'
import { CONNECTION } from './texts.ts'

type Outcome<Answer> = PromiseLike<{ data?: Answer; error?: unknown }>

type Props<Name extends string> = {
  name: 'payments' | 'mail'
  source: Pick<Connections['payments'], 'from' | 'enteredAt'>
  names: readonly Name[]
  /** Whether there is something to do, which opens the form. */
  isNeeded: boolean
  test(values: Record<Name, string>): Outcome<SetupCheck>
  save(values: Record<Name, string>): Outcome<Connections>
  children(errors: Partial<Record<Name | 'robotCheck', string>>): ReactNode
}

/** The values of a connection. Nothing that is typed is kept in the browser, because secrets are among it. */
export function ConnectionForm<Name extends string>(props: Props<Name>) {
  const { name, source, isNeeded } = props
  const { timeZone } = useShop()
  if (source.from === 'environment') return <p className="text-sm text-muted">{CONNECTION.fromEnvironment}</p>
  const about = source.enteredAt ? CONNECTION.enteredAt(formatMoment(source.enteredAt, timeZone)) : ''
  return (
    <Disclosure title={CONNECTION.titles[name]} about={about} isOpen={isNeeded && source.from === 'none'}>
      {/* Once it is saved, the boxes are empty again. */}
      <Boxes key={source.enteredAt} {...props} />
    </Disclosure>
  )
}

function Boxes<Name extends string>({ name, source, names, test, save, children }: Props<Name>) {
  const action = useRef<'test' | 'save'>('save')
  const [finding, setFinding] = useState<SetupCheck | null>(null)
  const { refetch } = useConnectionsQuery()
  const { form, problem, errors, isSending, dismiss } = useForm(names, async (values): Promise<FormProblem | null> => {
    setFinding(null)
    const { data, error } = action.current === 'test' ? await test(values) : await save(values)
    if (error || !data) return formProblemOf(error)
    if ('state' in data) setFinding(data)
    else void refetch()
    return null
  })
  const choose = (chosen: 'test' | 'save') => () => {
    action.current = chosen
  }
  return (
    <form {...form} className="grid gap-5 pt-4" autoComplete="off">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      {children(errors)}
      <p className="text-sm text-muted">{CONNECTION.writeOnly}</p>
      <div role="status" className="grid gap-2 empty:hidden">
        {finding && (
          <Alert kind={finding.state === 'good' ? 'success' : 'info'}>
            {[finding.finding, finding.todo].filter(Boolean).join(' ')}
          </Alert>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary" isBusy={isSending} onClick={choose('test')} className="max-sm:w-full">
          {CONNECTION.tests[name]}
        </Button>
        <Button isBusy={isSending} onClick={choose('save')} className="max-sm:w-full">
          {CONNECTION.save}
        </Button>
        {source.enteredAt && <Removal name={name} />}
      </div>
    </form>
  )
}

function Removal({ name }: { name: 'payments' | 'mail' }) {
  const [remove, { isLoading, error }] = useRemoveConnectionMutation()
  const { refetch } = useConnectionsQuery()
  return (
    <>
      {Boolean(error) && <StandingAlert of={error}>{formProblemOf(error).message}</StandingAlert>}
      <ConfirmButton
        variant="quiet"
        isBusy={isLoading}
        sentence={CONNECTION.confirmRemoval}
        action={CONNECTION.remove}
        onConfirm={() => void remove(name).then(refetch)}
      >
        {CONNECTION.remove}
      </ConfirmButton>
    </>
  )
}
