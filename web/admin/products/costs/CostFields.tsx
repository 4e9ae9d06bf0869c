import { type ChangeEvent, useState } from 'react'
import { COST_FIELD_NAMES } from '#contract/admin/texts.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { COST_FORM } from '#web/texts/admin-products.ts'
import { Field } from '#web/ui/Field.tsx'
import type { Entries, Errors } from '../entries.ts'
import { typedCosts } from './cost-entries.ts'
import { EarningsOfPiece } from './EarningsOfPiece.tsx'

type Props = { entries: Entries; errors: Errors; onChange(some: Partial<Entries>): void }

const COST_FIELDS = ['material', 'packaging', 'postage', 'minutes'] as const

/** What a piece costs, and what is left of its price: closed while no costs are given and none is refused. */
export function CostFields({ entries, errors, onChange }: Props) {
  const { costs } = entries
  const typed = typedCosts(costs)
  const [isGiven] = useState(typed !== null)
  const fieldOf = (name: (typeof COST_FIELDS)[number]) => ({
    label: COST_FIELD_NAMES[name],
    hint: COST_FORM.hints[name],
    value: costs[name],
    inputMode: name === 'minutes' ? ('numeric' as const) : ('decimal' as const),
    autoComplete: 'off',
    error: errors[`costs.${name}`],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ costs: { ...costs, [name]: target.value } }),
  })
  return (
    <Disclosure title={COST_FORM.title} about={COST_FORM.about} isOpen={isGiven || errors.costs !== undefined}>
      <div className="grid gap-5 pt-4">
        <p className="text-muted">{COST_FORM.lead}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          {COST_FIELDS.map((name) => (
            <Field key={name} {...fieldOf(name)} />
          ))}
        </div>
        {typed && <EarningsOfPiece entries={entries} costs={typed} onPrice={(price) => onChange({ price })} />}
      </div>
    </Disclosure>
  )
}
