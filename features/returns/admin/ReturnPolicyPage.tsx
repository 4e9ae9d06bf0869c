import { useState } from 'react'
import { z } from 'zod'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { ReturnPolicy } from '../admin-contract.ts'
import { Postage } from '../contract.ts'
import { MOST_RETURN_DAYS } from '../limits.ts'
import { RETURN_FIELDS } from '../messages.ts'
import { useReturnPolicyQuery, useSaveReturnPolicyMutation } from './adminReturnsApi.ts'
import { RETURN_LIST, RETURN_POLICY } from './texts.ts'

const LIST = { path: '/admin/returns', label: RETURN_LIST.heading }

/** The seller's return policy. */
export default function ReturnPolicyPage() {
  const query = useReturnPolicyQuery(undefined, { refetchOnMountOrArgChange: true })
  const { currentData: policy } = query
  return (
    <EditScreen title={RETURN_POLICY.heading} list={LIST} noun={RETURN_POLICY.noun} query={query}>
      {policy && <PolicyForm policy={policy} />}
    </EditScreen>
  )
}

const Draft = z.object({ days: z.string(), exchanges: z.boolean(), postage: Postage })
type Draft = z.infer<typeof Draft>

const draftOf = ({ days, ...policy }: ReturnPolicy): Draft => ({ ...policy, days: String(days) })

const POSTAGES = Object.entries(RETURN_POLICY.postages) as [Postage, string][]
const DAYS_PATTERN = /^\d{1,3}$/

function PolicyForm({ policy }: { policy: ReturnPolicy }) {
  const [isSaved, setSaved] = useState(false)
  const [save] = useSaveReturnPolicyMutation()
  const editing = useDraftForm<ReturnPolicy, Draft>({
    key: 'return-policy',
    stored: policy,
    schema: ReturnPolicy,
    fields: Draft,
    valuesOf: draftOf,
    async save({ values: { days, ...values } }) {
      const count = DAYS_PATTERN.test(days.trim()) ? Number(days) : Number.NaN
      if (!(count <= MOST_RETURN_DAYS)) return problemAt('days', RETURN_FIELDS.enterDays(MOST_RETURN_DAYS))
      return save({ ...values, days: count })
    },
    onSaved: () => setSaved(true),
  })
  const { form, values, isSending, box, tick, change } = editing
  return (
    <div className="grid max-w-3xl gap-6">
      <p className="max-w-prose text-muted">{RETURN_POLICY.about}</p>
      <DraftNotices editing={editing} />
      {isSaved && (
        <Alert kind="success" onDismiss={() => setSaved(false)}>
          {RETURN_POLICY.saved}
        </Alert>
      )}
      <Panel>
        <form {...form} className="grid gap-5">
          <Field
            label={RETURN_POLICY.days}
            hint={RETURN_POLICY.daysHint}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            {...box('days')}
          />
          <CheckField label={RETURN_POLICY.exchanges} hint={RETURN_POLICY.exchangesHint} {...tick('exchanges')} />
          <RadioGroup
            legend={RETURN_POLICY.postage}
            isLegendShown
            name="postage"
            options={POSTAGES}
            value={values.postage}
            onChange={(postage) => change({ postage })}
          />
          <Button isBusy={isSending} className="sm:justify-self-start">
            {RETURN_POLICY.save}
          </Button>
        </form>
      </Panel>
    </div>
  )
}
