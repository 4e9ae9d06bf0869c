import { useNavigate } from 'react-router'
import { z } from 'zod'
import { AddPieces } from '#web/admin/collections/AddPieces.tsx'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { fieldsOf, momentOf } from '#web/admin/forms/shop-moments.ts'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { mergeProblem, problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { ConfirmedRequest } from '#web/admin/lists/ConfirmedRequest.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { DROP_NAME_MAX, DROP_TEXT_MAX, EditedDrop } from '../contract.ts'
import { DroppedProducts } from './DroppedProducts.tsx'
import { useDeleteDropMutation, useEndDropMutation, useLazyDropQuery, useUpdateDropMutation } from './dropsApi.ts'
import { DROP_FORM, DROPS } from './texts.ts'

type Props = { drop: EditedDrop; listPath: string }

/** The form of a drop with its products; saving leads back to the list. One that is over can only be deleted. */
export const DropForm = ({ drop, listPath }: Props) =>
  drop.state === 'over' || drop.state === 'canceled' ? (
    <Ended drop={drop} listPath={listPath} />
  ) : (
    <Editor drop={drop} listPath={listPath} />
  )

const Fields = EditedDrop.pick({ name: true, text: true, announced: true, products: true }).extend({
  ...{ minutes: z.string(), day: z.string(), time: z.string() },
})
const LABELS = {
  ...{ name: DROPS.newName, text: DROP_FORM.text, day: DROPS.day, time: DROPS.time, minutes: DROP_FORM.minutes },
  ...{ announced: DROP_FORM.announced, products: DROP_FORM.pieces },
}

/** The values of the form's fields. The figures of the drop, which change by themselves, are none of them. */
function valuesIn({ name, text, announced, products, startsAt, minutes }: EditedDrop, timeZone: string) {
  return { name, text, announced, products, minutes: String(minutes), ...fieldsOf(startsAt, timeZone) }
}

function Editor({ drop, listPath }: Props) {
  const navigate = useNavigate()
  const { timeZone } = useShop()
  const [save] = useUpdateDropMutation()
  const [load] = useLazyDropQuery()
  const isPlanned = drop.state === 'planned'
  const editing = useDraftForm({
    key: `drop:${drop._id}`,
    stored: drop,
    schema: EditedDrop,
    fields: Fields,
    valuesOf: (stored) => valuesIn(stored, timeZone),
    conflict: { codes: ['drop_changed'], load: () => load(drop._id), problem: mergeProblem(DROP_FORM.noun, LABELS) },
    async save({ values, loaded: { _id, version }, changed }) {
      const { name, text, announced, products, day, time } = values
      const startsAt = momentOf(day, time, timeZone)
      const minutes = Number(values.minutes)
      if (!startsAt) return problemAt('startsAt', DROP_FORM.invalidTime)
      if (!Number.isInteger(minutes)) return problemAt('minutes', DROP_FORM.invalidMinutes)
      const productIds = products.map((product) => product._id)
      // Seconds, which the form does not show, stay.
      const isMoved = isPlanned && (changed.includes('day') || changed.includes('time'))
      const update = { name, text, minutes, announced, productIds, version, ...(isMoved && { startsAt }) }
      return save({ id: _id, update })
    },
    onSaved: ({ name }) => navigate(listPath, { state: { banner: DROPS.saved(name) } }),
  })
  const { form, values, errors, isSending, change, box, tick } = editing
  return (
    <form {...form} className="[&_*]:scroll-mb-40">
      <div className="grid gap-6">
        <DraftNotices editing={editing} />
        <Panel>
          <div className="grid gap-5">
            <Field
              label={DROPS.newName}
              hint={DROP_FORM.nameHint}
              maxLength={DROP_NAME_MAX}
              autoComplete="off"
              {...box('name')}
            />
            <TextAreaField
              label={DROP_FORM.text}
              hint={DROP_FORM.textHint}
              maxLength={DROP_TEXT_MAX}
              className="min-h-28"
              {...box('text')}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <Field
                label={DROPS.day}
                type="date"
                hint={isPlanned ? DROPS.zone(timeZone) : DROP_FORM.started}
                readOnly={!isPlanned}
                {...box('day')}
                name="startsAt"
                error={errors.startsAt}
              />
              <Field label={DROPS.time} type="time" readOnly={!isPlanned} {...box('time')} />
            </div>
            <CheckField label={DROP_FORM.announced} hint={DROP_FORM.announcedHint} {...tick('announced')} />
            <div className="max-w-sm">
              <Field label={DROP_FORM.minutes} inputMode="numeric" hint={DROP_FORM.minutesHint} {...box('minutes')} />
            </div>
          </div>
        </Panel>
        <Panel>
          <section aria-labelledby="pieces" className="grid gap-4">
            <header className="grid gap-1">
              <h2 id="pieces">{DROP_FORM.pieces}</h2>
              {isPlanned && <p className="text-sm text-muted">{DROP_FORM.piecesHint}</p>}
            </header>
            <DroppedProducts products={values.products} onChange={(products) => change({ products })} />
            <AddPieces
              products={values.products}
              onAdd={({ draft: _, ...product }) => change({ products: [...values.products, product] })}
            />
          </section>
        </Panel>
        <End drop={drop} />
      </div>
      <ActionBar label={DROP_FORM.save}>
        <Button isBusy={isSending} className="grow sm:grow-0">
          {DROP_FORM.save}
        </Button>
        <ButtonLink to={`/drops/${drop.slug}`} variant="secondary">
          {DROP_FORM.view}
        </ButtonLink>
      </ActionBar>
    </form>
  )
}

/** Cancels a drop, or closes its line. */
function End({ drop: { _id, state } }: { drop: EditedDrop }) {
  const [end, request] = useEndDropMutation()
  const isPlanned = state === 'planned'
  return (
    <div className="grid gap-3">
      <ConfirmedRequest
        variant="quiet"
        label={isPlanned ? DROP_FORM.cancel : DROP_FORM.close}
        sentence={isPlanned ? DROP_FORM.confirmCancel : DROP_FORM.confirmClose}
        request={request}
        onConfirm={() => void end(_id)}
      />
    </div>
  )
}

function Ended({ drop, listPath }: Props) {
  const navigate = useNavigate()
  const [remove, request] = useDeleteDropMutation()
  const confirm = async () => {
    const { data } = await remove(drop._id)
    if (data) navigate(listPath, { state: { banner: data.message } })
  }
  return (
    <Panel>
      <div className="grid gap-5">
        <h2 className="break-words">{drop.name}</h2>
        <p>{drop.state === 'over' ? DROP_FORM.over : DROP_FORM.canceled}</p>
        <ConfirmedRequest
          variant="secondary"
          label={DROP_FORM.delete}
          sentence={DROP_FORM.confirmDelete}
          request={request}
          onConfirm={() => void confirm()}
        />
      </div>
    </Panel>
  )
}
