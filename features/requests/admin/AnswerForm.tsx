import { type FormEvent, useState } from 'react'
import { type AdminRequest, REQUEST_ANSWER_MAX, RequestAnswer } from '#contract/admin/requests.ts'
import { useAdminProductsQuery } from '#web/admin/calls/adminProductsApi.ts'
import { issuesOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { useAnswerRequestMutation } from './adminRequestsApi.ts'
import { REQUESTS } from './texts.ts'

type Props = { request: AdminRequest; onAnswered(): void }

const ANSWERS = RequestAnswer.options.map((answer) => [answer, REQUESTS.answer[answer]] as const)

/** Three prepared answers; the text of the chosen one can be edited before it is sent. */
export function AnswerForm({ request: { _id: id, email, product }, onAnswered }: Props) {
  const prepared = REQUESTS.prepared[useShop().voice]
  const [answer, setAnswer] = useState<RequestAnswer>('yes')
  const [listed, setListed] = useState({ id: '', name: '' })
  const [edited, setEdited] = useState<string>()
  const [send, { isLoading, error, reset }] = useAnswerRequestMutation()
  const words = edited ?? prepared[answer](product.name, listed.name)
  const fields = Object.fromEntries(
    error ? issuesOf(error as ApiFailure).map(({ path, message }) => [path, message]) : [],
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await send({ id, answer, words, ...(answer === 'listed' && listed.id && { product: listed.id }) })
    if (data) onAnswered()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 border-t border-line pt-5">
      <RadioGroup
        legend={REQUESTS.answers}
        options={ANSWERS}
        value={answer}
        onChange={(chosen) => {
          setAnswer(chosen)
          setEdited(undefined)
        }}
      />
      {answer === 'listed' && <ListedField chosen={listed.id} error={fields.product} onChoose={setListed} />}
      <TextAreaField
        label={REQUESTS.words}
        value={words}
        maxLength={REQUEST_ANSWER_MAX}
        error={fields.words}
        onChange={({ target }) => setEdited(target.value)}
        className="min-h-24"
      />
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <Button isBusy={isLoading} aria-label={REQUESTS.sendNamed(email)} className="sm:justify-self-start">
        {REQUESTS.send}
      </Button>
    </form>
  )
}

type ListedProps = {
  chosen: string
  error: string | undefined
  onChoose(product: { id: string; name: string }): void
}

/** One of the newest pieces that can be bought. */
function ListedField({ chosen, error, onChoose }: ListedProps) {
  const { data } = useAdminProductsQuery('sort=newest&inStock=true')
  const products = data?.products.filter(({ draft, qty }) => !draft && qty > 0) ?? []
  const choose = (id: string) => onChoose({ id, name: products.find(({ _id }) => _id === id)?.name ?? '' })
  return (
    <SelectField label={REQUESTS.product} value={chosen} error={error} onChange={({ target }) => choose(target.value)}>
      <option value="">{REQUESTS.choose}</option>
      {products.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
