import { DELAY_WORDS_MAX } from '#contract/admin/orders.ts'
import { dayAfter } from '#contract/calendar-days.ts'
import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import type { Order } from '#contract/orders.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ORDER_DELAY } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { useDelayOrderMutation } from './adminOrdersApi.ts'
import { delayWords } from './order-warnings.ts'

type Delayable = Order & { shipBy: string }

/** Whether an order waits for a day that its buyer knows. */
export const isDelayable = (order: Order): order is Delayable =>
  order.isPaid && !order.isDelivered && !order.isRefunded && order.shipBy !== undefined

/** How the buyer of a delayed order has answered, and the email about another day. */
export function DelayForm({ order }: { order: Delayable }) {
  const { timeZone } = useShop()
  const today = dayOf(new Date(), timeZone)
  const words = delayWords(order, today)
  return (
    <section aria-labelledby="delay" className="grid content-start gap-4">
      <h3 id="delay" className="sr-only">
        {ORDER_DELAY.title}
      </h3>
      {order.delay && words && (
        <StandingAlert kind={words.kind} of={words.text}>
          {ORDER_DELAY.days(formatCalendarDay(order.delay.wasBy), formatCalendarDay(order.delay.shipBy))} {words.text}{' '}
          {words.isToRefund && <a href={order.totalPrice > 0 ? '#refund' : '#cancel'}>{ORDER_DELAY.toRefund}</a>}
        </StandingAlert>
      )}
      {/* Empties the fields when the day is saved. */}
      <NewDay key={order.shipBy} order={order} today={today} />
    </section>
  )
}

function NewDay({ order: { _id: id, shipBy: wasBy, delay }, today }: { order: Delayable; today: string }) {
  const [send] = useDelayOrderMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(
    ['shipBy', 'words'],
    async ({ shipBy = '', words = '' }) => {
      const { error } = await send({ id, delay: { wasBy, shipBy, words } })
      return error ? formProblemOf(error) : null
    },
  )
  return (
    <form {...form} className="grid gap-4">
      <p className="text-sm text-muted">{ORDER_DELAY.next}</p>
      <Field
        label={ORDER_DELAY.day}
        type="date"
        name="shipBy"
        min={wasBy < today ? today : dayAfter(wasBy)}
        error={errors.shipBy}
        required
      />
      <TextAreaField
        label={ORDER_DELAY.words}
        hint={ORDER_DELAY.wordsHint}
        name="words"
        maxLength={DELAY_WORDS_MAX}
        error={errors.words}
        className="min-h-20"
      />
      <Disclosure title={ORDER_DELAY.law} about={ORDER_DELAY.lawAbout} isOpen={false}>
        <p className="text-sm text-muted">{ORDER_DELAY.rule[delay ? 'again' : 'first']}</p>
      </Disclosure>
      {problem?.message && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <Button variant="secondary" className="justify-self-start" isBusy={isSending}>
        {ORDER_DELAY.send}
      </Button>
    </form>
  )
}
