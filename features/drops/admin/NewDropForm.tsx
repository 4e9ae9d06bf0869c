import { useNavigate } from 'react-router'
import { momentOf } from '#web/admin/forms/shop-moments.ts'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { DROP_NAME_MAX } from '../contract.ts'
import { useCreateDropMutation } from './dropsApi.ts'
import { DROP_FORM, DROPS } from './texts.ts'

/** Plans a drop and opens its edit screen. */
export function NewDropForm() {
  const navigate = useNavigate()
  const { timeZone } = useShop()
  const [create] = useCreateDropMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(
    ['name', 'day', 'time'],
    async ({ name, day, time }) => {
      const startsAt = momentOf(day, time, timeZone)
      if (!startsAt) return { message: DROP_FORM.invalidTime, fields: { day: DROP_FORM.invalidTime } }
      const { data, error } = await create({ name, startsAt })
      if (data) navigate(`/admin/drops/${data._id}/edit`)
      return error ? formProblemOf(error) : null
    },
  )
  return (
    <Panel>
      <form {...form} className="grid max-w-xl gap-5" aria-labelledby="plan">
        <header className="grid gap-1">
          <h2 id="plan">{DROPS.plan}</h2>
          <p className="text-sm text-muted">{DROPS.zone(timeZone)}</p>
        </header>
        {problem && !errors.name && !errors.day && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
        <Field label={DROPS.newName} name="name" maxLength={DROP_NAME_MAX} autoComplete="off" error={errors.name} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={DROPS.day} name="day" type="date" error={errors.day} />
          <Field label={DROPS.time} name="time" type="time" error={errors.time} />
        </div>
        <Button variant="secondary" isBusy={isSending} className="sm:justify-self-start">
          {DROPS.add}
        </Button>
      </form>
    </Panel>
  )
}
