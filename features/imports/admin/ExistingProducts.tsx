import { useState } from 'react'
import { CheckField } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import type { Import } from '../contract.ts'
import { useChooseUpdatesMutation } from './importsApi.ts'
import { IMPORT_UPDATES } from './texts.ts'

type Props = { of: Import; say(error: unknown): void }
type Way = 'create' | 'update'

/** What a checked import does with the products that the shop has. */
export function ExistingProducts({ of, say }: Props) {
  const [way, setWay] = useState<Way>(of.updating > 0 ? 'update' : 'create')
  const [setsStock, setStock] = useState(of.restocking > 0)
  const [send] = useChooseUpdatesMutation()
  if (of.outcomes.exists === 0) return null
  if (of.updatable === 0) return <p className="text-sm text-muted">{IMPORT_UPDATES.same(of.outcomes.exists)}</p>
  const choose = async (next: Way, withStock: boolean) => {
    setWay(next)
    setStock(withStock)
    say((await send({ id: of._id, updates: next === 'update', setsStock: withStock })).error)
  }
  return (
    <div className="grid gap-1">
      <RadioGroup<Way>
        legend={IMPORT_UPDATES.legend(of.outcomes.exists)}
        isLegendShown
        options={[
          ['create', IMPORT_UPDATES.leave],
          ['update', IMPORT_UPDATES.update(of.updatable)],
        ]}
        value={way}
        onChange={(next) => void choose(next, false)}
      />
      {way === 'update' && (
        <div className="grid gap-1 pl-8">
          <p className="max-w-prose text-sm text-muted">{IMPORT_UPDATES.about}</p>
          {of.restockable > 0 && (
            <CheckField
              label={IMPORT_UPDATES.stock(of.restockable)}
              hint={IMPORT_UPDATES.stockHint}
              checked={setsStock}
              onChange={({ target }) => void choose('update', target.checked)}
            />
          )}
        </div>
      )}
    </div>
  )
}
