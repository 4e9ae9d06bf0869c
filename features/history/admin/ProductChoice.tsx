import { useState } from 'react'
import { useAdminProductsQuery } from '#web/admin/calls/adminProductsApi.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { PAST_REVIEW_LIST } from './texts.ts'

const TYPING_MS = 250
const MOST_SHOWN = 6

type Named = { _id: string; name: string }
type Props = { choices: Named[]; isBusy: boolean; onChoose(id: string): void }

/** Chooses the product that a review is about: of those in its order, or any that is found by its name. */
export function ProductChoice({ choices, isBusy, onChoose }: Props) {
  const [text, setText] = useState('')
  const keyword = useSettled(text.trim(), TYPING_MS)
  const { currentData } = useAdminProductsQuery(new URLSearchParams({ keyword }).toString(), { skip: keyword === '' })
  const shown: Named[] = keyword ? (currentData?.products ?? []).slice(0, MOST_SHOWN) : choices
  return (
    <div className="grid max-w-md gap-2">
      <Field
        label={PAST_REVIEW_LIST.noProduct}
        hint={PAST_REVIEW_LIST.productHint}
        type="search"
        autoComplete="off"
        value={text}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
      />
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-x-6">
          {shown.map(({ _id, name }) => (
            <li key={_id}>
              <Button variant="quiet" isBusy={isBusy} onClick={() => onChoose(_id)}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
