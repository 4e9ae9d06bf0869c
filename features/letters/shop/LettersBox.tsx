import { useState } from 'react'
import { useIsOn, useShop } from '#web/shop/settings/use-shop.ts'
import type { OptionProps } from '#web/shop/slots/checkout-parts.ts'
import { CheckField } from '#web/ui/Field.tsx'
import type { LettersOfOrder } from '../contract.ts'
import { CONSENT } from '../texts.ts'

/** The box of the checkout by which buyers ask for letters, where the shop offers them. Nobody has ticked it before. */
export function LettersBox({ typed, onChange }: OptionProps) {
  const { name } = useShop()
  const isOffered = useIsOn('offersLetters')
  const [isTicked, setTicked] = useState(Boolean(typed?.letters))
  if (!isOffered) return null
  const label = CONSENT.checkout(name)
  if (!onChange) return <CheckField name="letters" label={label} defaultChecked={isTicked} />
  return (
    <CheckField
      name="letters"
      label={label}
      checked={isTicked}
      onChange={({ target }) => {
        setTicked(target.checked)
        onChange(target.checked ? ({ letters: true } satisfies LettersOfOrder) : {})
      }}
    />
  )
}
