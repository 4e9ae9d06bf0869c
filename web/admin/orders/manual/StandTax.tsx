import type { Stand } from '#contract/admin/orders.ts'
import { useUpdateSettingsMutation } from '#web/admin/calls/settingsApi.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { STAND } from '#web/texts/admin-manual-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { CheckField } from '#web/ui/Field.tsx'

/** Whether the prices of the stand include the tax: a setting of the shop. Nothing where there is no tax to include. */
export function StandTax({ stand: { tax, isTaxIncluded } }: { stand: Stand }) {
  const [save, { isLoading, error, reset }] = useUpdateSettingsMutation()
  if (tax.ppm === 0 || (tax.mode === 'included' && !isTaxIncluded)) return null
  return (
    <div className="grid gap-2">
      <CheckField
        label={STAND.taxIncluded}
        hint={STAND.taxIncludedHint}
        checked={isTaxIncluded}
        disabled={isLoading}
        onChange={({ target }) => void save({ standTaxIncluded: target.checked })}
      />
      {error && !isCanceled(error) && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
    </div>
  )
}
