import type { AdminRequest } from '#contract/admin/requests.ts'
import { formatDay } from '#contract/dates.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { REQUESTS } from './texts.ts'

type Props = { request: AdminRequest; onAnswered(): void }

/** One request: the piece, who asks for what, and its answer. */
export function RequestCard({ request, onAnswered }: Props) {
  const { kind, product, email, name, words, state, createdAt, doneAt, answerWords } = request
  const { timeZone } = useShop()
  return (
    <li className="grid gap-5 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6">
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-4">
        <Photo image={product.image ?? PLACEHOLDER_PHOTO} alt="" sizes="5rem" className="size-20 rounded-md" />
        <div className="grid content-start gap-1">
          <h2 className="text-xl break-words">
            <Link to={`/products/${product.slug}`}>{product.name}</Link>
          </h2>
          <p className="wrap-anywhere">
            <a href={`mailto:${email}`}>{REQUESTS.asks(name, email)}</a>
          </p>
          <p className="text-sm text-muted tabular-nums">{REQUESTS.askedOn(formatDay(createdAt, timeZone))}</p>
        </div>
      </div>
      {kind === 'sister' && (
        <p className={`max-w-prose whitespace-pre-line wrap-anywhere ${words ? '' : 'text-muted'}`}>
          {words || REQUESTS.noWords}
        </p>
      )}
      {doneAt && (
        <div className="rounded-md bg-sand px-4 py-3 wrap-anywhere">
          {answerWords && <p className="whitespace-pre-line">{answerWords}</p>}
          <p className="text-sm text-muted">{REQUESTS.doneOn(REQUESTS.states[state], formatDay(doneAt, timeZone))}</p>
        </div>
      )}
      {kind === 'sister' && !doneAt && <AnswerForm request={request} onAnswered={onAnswered} />}
    </li>
  )
}
