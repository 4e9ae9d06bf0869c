import { STARTING_SLUGS } from '#contract/admin/text-pages.ts'
import { formatMoment } from '#contract/dates.ts'
import { fieldsOf, momentOf } from '#web/admin/forms/shop-moments.ts'
import { ConfirmedRequest } from '#web/admin/lists/ConfirmedRequest.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { AdminNewsItem } from '../contract.ts'
import { useNewsQuery, useSetNewsMutation, useUnsetNewsMutation } from './newsApi.ts'
import { NEWS_CARD } from './texts.ts'

/** On the editor of a text page: whether it is news, and of which date. Not for pages that the shop needs elsewhere. */
export const NewsCard = ({ slug }: { slug: string }) =>
  !(STARTING_SLUGS as readonly string[]).includes(slug) && <Card slug={slug} />

function Card({ slug }: { slug: string }) {
  const query = useNewsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { timeZone } = useShop()
  if (!query.currentData) return <LoadFailure queries={[query]} />
  const item = query.currentData.find((one) => one.slug === slug)
  return (
    <details className="rounded-lg border border-line bg-card shadow-sm">
      <summary className="min-h-11 cursor-pointer px-5 py-2.5 font-medium">{summaryOf(item, timeZone)}</summary>
      <div className="grid gap-4 px-5 pt-1 pb-5">
        <DateForm key={item?.datedAt} slug={slug} item={item} />
        {item && <TurnOff slug={slug} />}
      </div>
    </details>
  )
}

function summaryOf(item: AdminNewsItem | undefined, timeZone: string) {
  if (!item) return NEWS_CARD.off
  if (!item.datedAt) return NEWS_CARD.undated
  const moment = formatMoment(item.datedAt, timeZone)
  return item.isShown ? NEWS_CARD.dated(moment) : NEWS_CARD.waiting(moment)
}

/** The date, by which a page becomes news, too. */
function DateForm({ slug, item }: { slug: string; item: AdminNewsItem | undefined }) {
  const { timeZone } = useShop()
  const [save, { isSuccess }] = useSetNewsMutation()
  const { form, problem, errors, isSending } = useForm(['datedAt', 'time'], async ({ datedAt: day, time }) => {
    const moment = day || time ? momentOf(day, time, timeZone) : null
    if (moment === undefined) return { message: NEWS_CARD.invalid, fields: { datedAt: NEWS_CARD.invalid } }
    const { error } = await save({ slug, update: { datedAt: moment } })
    return error ? formProblemOf(error) : null
  })
  const { day, time } = item?.datedAt ? fieldsOf(item.datedAt, timeZone) : { day: '', time: '' }
  return (
    <form {...form} className="grid max-w-xl gap-4">
      {!item && <p className="text-sm text-muted">{NEWS_CARD.about}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={NEWS_CARD.day}
          name="datedAt"
          type="date"
          defaultValue={day}
          error={problem ? (errors.datedAt ?? problem.message) : undefined}
        />
        <Field label={NEWS_CARD.time} name="time" type="time" defaultValue={time} />
      </div>
      <p className="text-sm text-muted">{NEWS_CARD.hint(timeZone)}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" isBusy={isSending}>
          {item ? NEWS_CARD.save : NEWS_CARD.turnOn}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isSuccess && NEWS_CARD.saved}
        </p>
      </div>
    </form>
  )
}

function TurnOff({ slug }: { slug: string }) {
  const [turnOff, request] = useUnsetNewsMutation()
  return (
    <ConfirmedRequest
      variant="quiet"
      label={NEWS_CARD.turnOff}
      sentence={NEWS_CARD.turnOffSentence}
      request={request}
      onConfirm={() => void turnOff(slug)}
    />
  )
}
