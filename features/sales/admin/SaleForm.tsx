import { useNavigate } from 'react-router'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { mergeProblem } from '#web/admin/forms/use-saved-draft.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { GoodsPicker } from '#web/admin/goods/GoodsPicker.tsx'
import { ConfirmedRequest } from '#web/admin/lists/ConfirmedRequest.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { GOODS } from '#web/texts/admin-goods.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { EditedSale, SALE_NAME_MAX } from '../contract.ts'
import { SalePreview } from './SalePreview.tsx'
import { entriesOf, isStored, previewOf, SaleEntries, updateOf } from './sale-entries.ts'
import {
  useCreateSaleMutation,
  useDeleteSaleMutation,
  useEndSaleMutation,
  useLazySaleQuery,
  useUpdateSaleMutation,
} from './salesApi.ts'
import { SALE_FORM, SALES } from './texts.ts'

type Props = { sale: EditedSale; listPath: string }

/** The form of a sale with its new prices; saving leads back to the list. One that is over can only be deleted. */
export const SaleForm = ({ sale, listPath }: Props) =>
  sale.state === 'ended' ? <Ended sale={sale} listPath={listPath} /> : <Editor sale={sale} listPath={listPath} />

const LABELS = {
  ...{ name: SALES.name, kind: SALE_FORM.kind, percent: SALE_FORM.percent, price: SALE_FORM.price },
  ...{ forWhat: SALE_FORM.forWhat, categories: GOODS.categories, collections: GOODS.collections },
  ...{ products: GOODS.products, fromDay: SALE_FORM.from, fromTime: SALE_FORM.from },
  ...{ toDay: SALE_FORM.to, toTime: SALE_FORM.to },
}

function useSaleForm(sale: EditedSale, listPath: string) {
  const navigate = useNavigate()
  const [create] = useCreateSaleMutation()
  const [save] = useUpdateSaleMutation()
  const [load] = useLazySaleQuery()
  return useDraftForm<EditedSale, SaleEntries>({
    key: `sale:${sale._id}`,
    stored: sale,
    schema: EditedSale,
    fields: SaleEntries,
    valuesOf: entriesOf,
    conflict: { codes: ['sale_changed'], load: () => load(sale._id), problem: mergeProblem(SALE_FORM.noun, LABELS) },
    async save({ values, loaded: { _id, version } }) {
      const wanted = updateOf(values)
      if ('problem' in wanted) return wanted
      return isStored(sale) ? save({ id: _id, update: { ...wanted.update, version } }) : create(wanted.update)
    },
    onSaved: ({ name }) => navigate(listPath, { state: { banner: SALES.saved(name) } }),
  })
}

type Editing = ReturnType<typeof useSaleForm>

function Editor({ sale, listPath }: Props) {
  const editing = useSaleForm(sale, listPath)
  const { form, values, isSending, box } = editing
  const isRunning = sale.state === 'running'
  return (
    <form {...form} className="[&_*]:scroll-mb-40">
      <div className="grid gap-6">
        <DraftNotices editing={editing} />
        {isRunning && <Alert kind="info">{SALE_FORM.started}</Alert>}
        {!isRunning && (
          <Panel>
            <Terms editing={editing} />
          </Panel>
        )}
        <Panel>
          <div className="grid gap-5">
            <Times editing={editing} isRunning={isRunning} />
            <Field
              label={SALES.name}
              hint={SALE_FORM.nameHint}
              maxLength={SALE_NAME_MAX}
              autoComplete="off"
              {...box('name')}
            />
          </div>
        </Panel>
        <SalePreview update={previewOf(values)} sale={isStored(sale) ? sale._id : undefined} />
        {isStored(sale) && <End sale={sale} />}
      </div>
      <ActionBar label={SALE_FORM.save}>
        <Button isBusy={isSending} className="grow sm:grow-0">
          {isStored(sale) ? SALE_FORM.save : SALE_FORM.plan}
        </Button>
      </ActionBar>
    </form>
  )
}

/** How much, and for what. */
function Terms({ editing }: { editing: Editing }) {
  const { values, errors, box, change } = editing
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-5">
        {values.kind === 'percent' ? (
          <Field label={SALE_FORM.percent} inputMode="decimal" autoComplete="off" {...box('percent')} />
        ) : (
          <Field
            label={SALE_FORM.price}
            hint={SALE_FORM.priceHint}
            inputMode="decimal"
            autoComplete="off"
            {...box('price')}
          />
        )}
        <SelectField label={SALE_FORM.kind} {...box('kind')}>
          <option value="percent">{SALE_FORM.kinds.percent}</option>
          <option value="price">{SALE_FORM.kinds.price}</option>
        </SelectField>
      </div>
      <SelectField label={SALE_FORM.forWhat} {...box('forWhat')}>
        <option value="some">{SALE_FORM.forKinds.some}</option>
        <option value="all">{SALE_FORM.forKinds.all}</option>
      </SelectField>
      {values.forWhat === 'some' && (
        <>
          {errors.only && <p className="text-sm font-medium text-bad">{errors.only}</p>}
          <GoodsPicker name="only" goods={values} onChange={change} />
        </>
      )}
    </div>
  )
}

/** From when to when, on the shop's clock. */
function Times({ editing: { box, errors }, isRunning }: { editing: Editing; isRunning: boolean }) {
  const { timeZone } = useShop()
  return (
    <div className="grid gap-2">
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={SALE_FORM.from} type="date" readOnly={isRunning} {...box('fromDay')} />
        <Field label={SALE_FORM.fromTime} type="time" readOnly={isRunning} {...box('fromTime')} />
        <Field label={SALE_FORM.to} type="date" {...box('toDay')} {...(errors.ends && { error: errors.ends })} />
        <Field label={SALE_FORM.toTime} type="time" {...box('toTime')} />
      </div>
      <p className="text-sm text-muted">{SALE_FORM.zone(timeZone)}</p>
    </div>
  )
}

/** Ends a sale that runs, or cancels one that is planned. */
function End({ sale: { _id, state } }: { sale: EditedSale }) {
  const [end, request] = useEndSaleMutation()
  const isPlanned = state === 'planned'
  return (
    <div className="grid gap-3">
      <ConfirmedRequest
        variant="secondary"
        label={isPlanned ? SALE_FORM.cancel : SALE_FORM.end}
        sentence={isPlanned ? SALE_FORM.confirmCancel : SALE_FORM.confirmEnd}
        request={request}
        onConfirm={() => void end(_id)}
      />
    </div>
  )
}

function Ended({ sale, listPath }: Props) {
  const navigate = useNavigate()
  const [remove, request] = useDeleteSaleMutation()
  const confirm = async () => {
    const { data } = await remove(sale._id)
    if (data) navigate(listPath, { state: { banner: data.message } })
  }
  return (
    <Panel>
      <div className="grid gap-5">
        <h2 className="break-words">{sale.name}</h2>
        <p>{SALE_FORM.ended}</p>
        <ConfirmedRequest
          variant="secondary"
          label={SALE_FORM.delete}
          sentence={SALE_FORM.confirmDelete}
          request={request}
          onConfirm={() => void confirm()}
        />
      </div>
    </Panel>
  )
}
