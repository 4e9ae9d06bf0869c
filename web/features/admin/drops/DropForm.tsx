import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { DROP_NAME_MAX, DROP_TEXT_MAX, EditedDrop } from '#contract/admin/drops.ts'
import { messageOf } from '../../../api-failure.ts'
import { RestoredNotice } from '../../../forms/RestoredNotice.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useKeptDraft } from '../../../forms/use-kept-draft.ts'
import { useUnsavedWarning } from '../../../forms/use-unsaved.ts'
import { DROP_FORM, DROPS } from '../../../texts/admin-drops.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { CheckField, Field } from '../../../ui/Field.tsx'
import { InView } from '../../../ui/InView.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { formProblemOf } from '../../accounts/validation.ts'
import { useShop } from '../../shop/use-shop.ts'
import { AddPieces } from '../collections/AddPieces.tsx'
import { ActionBar } from '../frame/ActionBar.tsx'
import { DroppedProducts } from './DroppedProducts.tsx'
import { useDeleteDropMutation, useEndDropMutation, useUpdateDropMutation } from './dropsApi.ts'
import { fieldsOf, momentOf } from './shop-moments.ts'

type Props = { drop: EditedDrop; listPath: string }

/** The form of a drop with its products; saving leads back to the list. One that is over can only be deleted. */
export const DropForm = ({ drop, listPath }: Props) =>
  drop.state === 'over' || drop.state === 'canceled' ? (
    <Ended drop={drop} listPath={listPath} />
  ) : (
    <Editor loaded={drop} listPath={listPath} />
  )

const DropDraft = EditedDrop.pick({ name: true, text: true, announced: true, products: true, version: true }).extend({
  ...{ minutes: z.string(), day: z.string(), time: z.string() },
})

/** The values of the form's fields. The figures of the drop, which change by themselves, are none of them. */
function draftOf({ name, text, announced, products, version, startsAt, minutes }: EditedDrop, timeZone: string) {
  return { name, text, announced, products, version, minutes: String(minutes), ...fieldsOf(startsAt, timeZone) }
}

function Editor({ loaded, listPath }: { loaded: EditedDrop; listPath: string }) {
  const navigate = useNavigate()
  const { timeZone } = useShop()
  const [save] = useUpdateDropMutation()
  // The figures of the drop load anew all the time; the form stays as it was opened.
  const [drop] = useState(loaded)
  const kept = useKeptDraft(`drop:${drop._id}`, draftOf(drop, timeZone), DropDraft)
  const { saved, draft, change } = kept
  const isPlanned = drop.state === 'planned'
  useUnsavedWarning(kept.isUnsaved)
  const { form, problem, errors, isSending, dismiss } = useForm(['name', 'text', 'startsAt', 'minutes'], async () => {
    const { name, text, announced, products, version, day, time } = draft
    const startsAt = momentOf(day, time, timeZone)
    const minutes = Number(draft.minutes)
    if (!startsAt) return { message: DROP_FORM.invalidTime, fields: { startsAt: DROP_FORM.invalidTime } }
    if (!Number.isInteger(minutes))
      return { message: DROP_FORM.invalidMinutes, fields: { minutes: DROP_FORM.invalidMinutes } }
    const productIds = products.map((product) => product._id)
    // Seconds, which the form does not show, stay.
    const isMoved = isPlanned && (day !== saved.day || time !== saved.time)
    const update = { name, text, minutes, announced, productIds, version, ...(isMoved && { startsAt }) }
    const { data, error } = await save({ id: drop._id, update })
    if (error) return formProblemOf(error)
    kept.drop()
    navigate(listPath, { state: { banner: DROPS.saved(data.name) } })
    return null
  })
  return (
    <form {...form} className="[&_*]:scroll-mb-40">
      <div className="grid gap-6">
        {problem && (
          <InView>
            <Alert onDismiss={dismiss}>{problem.message}</Alert>
          </InView>
        )}
        {kept.isRestored && <RestoredNotice onDiscard={kept.drop} />}
        <Panel>
          <div className="grid gap-5">
            <Field
              label={DROPS.newName}
              name="name"
              hint={DROP_FORM.nameHint}
              error={errors.name}
              maxLength={DROP_NAME_MAX}
              autoComplete="off"
              value={draft.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <TextAreaField
              label={DROP_FORM.text}
              name="text"
              hint={DROP_FORM.textHint}
              error={errors.text}
              maxLength={DROP_TEXT_MAX}
              className="min-h-28"
              value={draft.text}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <Field
                label={DROPS.day}
                name="startsAt"
                type="date"
                hint={isPlanned ? DROPS.zone(timeZone) : DROP_FORM.started}
                error={errors.startsAt}
                readOnly={!isPlanned}
                value={draft.day}
                onChange={({ currentTarget }) => change({ day: currentTarget.value })}
              />
              <Field
                label={DROPS.time}
                type="time"
                readOnly={!isPlanned}
                value={draft.time}
                onChange={({ currentTarget }) => change({ time: currentTarget.value })}
              />
            </div>
            <CheckField
              label={DROP_FORM.announced}
              hint={DROP_FORM.announcedHint}
              checked={draft.announced}
              onChange={({ currentTarget }) => change({ announced: currentTarget.checked })}
            />
            <div className="max-w-sm">
              <Field
                label={DROP_FORM.minutes}
                name="minutes"
                inputMode="numeric"
                hint={DROP_FORM.minutesHint}
                error={errors.minutes}
                value={draft.minutes}
                onChange={({ currentTarget }) => change({ minutes: currentTarget.value })}
              />
            </div>
          </div>
        </Panel>
        <Panel>
          <section aria-labelledby="pieces" className="grid gap-4">
            <header className="grid gap-1">
              <h2 id="pieces">{DROP_FORM.pieces}</h2>
              {isPlanned && <p className="text-sm text-muted">{DROP_FORM.piecesHint}</p>}
            </header>
            <DroppedProducts products={draft.products} onChange={(products) => change({ products })} />
            <AddPieces
              products={draft.products.map((product) => ({ ...product, draft: isPlanned }))}
              onAdd={({ draft: _, ...product }) => change({ products: [...draft.products, product] })}
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
  const [end, { error, isLoading, reset }] = useEndDropMutation()
  const isPlanned = state === 'planned'
  const label = isPlanned ? DROP_FORM.cancel : DROP_FORM.close
  return (
    <div className="grid gap-3">
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <ConfirmButton
        variant="quiet"
        className="justify-self-start"
        sentence={isPlanned ? DROP_FORM.confirmCancel : DROP_FORM.confirmClose}
        action={label}
        isBusy={isLoading}
        onConfirm={() => void end(_id)}
      >
        {label}
      </ConfirmButton>
    </div>
  )
}

function Ended({ drop, listPath }: Props) {
  const navigate = useNavigate()
  const [remove, { error, isLoading, reset }] = useDeleteDropMutation()
  const confirm = async () => {
    const { data } = await remove(drop._id)
    if (data) navigate(listPath, { state: { banner: data.message } })
  }
  return (
    <Panel>
      <div className="grid gap-5">
        <h2 className="break-words">{drop.name}</h2>
        <p>{drop.state === 'over' ? DROP_FORM.over : DROP_FORM.canceled}</p>
        {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
        <ConfirmButton
          variant="secondary"
          className="justify-self-start"
          sentence={DROP_FORM.confirmDelete}
          action={DROP_FORM.delete}
          isBusy={isLoading}
          onConfirm={() => void confirm()}
        >
          {DROP_FORM.delete}
        </ConfirmButton>
      </div>
    </Panel>
  )
}
