import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { REQUEST_WORDS_MAX } from '#contract/defaults.ts'
import type { Product } from '#contract/products.ts'
import { useForm } from '#web/forms/use-form.ts'
import { AccountForm } from '#web/shop/accounts/AccountForm.tsx'
import { EmailField } from '#web/shop/accounts/EmailField.tsx'
import { RobotBox } from '#web/shop/accounts/RobotBox.tsx'
import { useOwnRobotCheck } from '#web/shop/accounts/robot-check.ts'
import { forgotPasswordProblem, formProblemOf } from '#web/shop/accounts/validation.ts'
import { useProductQuery } from '#web/shop/catalog/catalogApi.ts'
import { isNotFound, LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { NotFound } from '#web/shop/layout/NotFound.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { PolicyLinks } from '#web/shop/text-pages/PolicyLinks.tsx'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { useRequestPieceMutation } from './requestsApi.ts'
import { REQUEST } from './texts.ts'

/** Asks to hear when a piece is back (`/requests/back/…`), or for another one like it (`/requests/sister/…`). */
export default function RequestPage() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const kind = pathname.toLowerCase().startsWith('/requests/back/') ? 'back' : 'sister'
  const query = useProductQuery(id)
  const { data: product, error } = query
  if (isNotFound(error)) return <NotFound what="piece" />
  if (product) return <RequestForm key={kind} kind={kind} product={product} />
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-md content-start gap-6 px-5 py-12 md:py-20" aria-busy={!error}>
      <h1 className="text-center">{REQUEST.title[kind]}</h1>
      <LoadFailure queries={[query]} />
      {!error && <Skeleton className="h-96" />}
    </div>
  )
}

/** What somebody may want to read before leaving an address. */
const POLICIES = ['privacy']

type Props = { kind: 'back' | 'sister'; product: Product }

function RequestForm({ kind, product }: Props) {
  const { voice } = useShop()
  const { user, restored } = useAppSelector((state) => state.session)
  const [sentTo, setSentTo] = useState<string>()
  const [send] = useRequestPieceMutation()
  const robot = useOwnRobotCheck()
  const { form, problem, errors, isSending, dismiss } = useForm(['email', 'words'], async ({ email, words = '' }) => {
    const formProblem = forgotPasswordProblem({ email })
    if (formProblem) return formProblem
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await send({ kind, product: product._id, email, words, ...answer })
    if (error) robot.renew()
    else setSentTo(email)
    return error ? formProblemOf(error) : null
  })
  const lead = kind === 'back' ? REQUEST.lead.back : REQUEST.lead.sister[voice]
  const notice = sentTo && (
    <Alert kind="success">
      <p className="font-medium">{REQUEST.sent}</p>
      <p className="wrap-anywhere">{REQUEST.sentTo(sentTo)}</p>
    </Alert>
  )
  return (
    <AccountForm title={REQUEST.title[kind]} lead={lead} problem={problem} onDismiss={dismiss} notice={notice}>
      <Head title={`${REQUEST.title[kind]}: ${product.name}`} noIndex />
      <RequestedProduct product={product} />
      {!sentTo && (
        <Panel>
          <form {...form} onFocus={robot.prepare} className="grid gap-5">
            {kind === 'sister' && (
              <TextAreaField
                label={REQUEST.words}
                hint={REQUEST.wordsHint}
                name="words"
                maxLength={REQUEST_WORDS_MAX}
                error={errors.words}
                className="min-h-28"
              />
            )}
            <EmailField key={user?.email} defaultValue={user?.email} autoComplete="email" error={errors.email} />
            <RobotBox robot={robot} error={errors.robotCheck} />
            <Button isBusy={isSending} disabled={!restored}>
              {REQUEST.send[kind]}
            </Button>
            <PolicyLinks slugs={POLICIES} />
          </form>
        </Panel>
      )}
    </AccountForm>
  )
}

/** The piece, as a link back to its page. */
function RequestedProduct({ product: { name, slug, images } }: Pick<Props, 'product'>) {
  const [image] = images
  return (
    <Link to={`/products/${slug}`} className="flex items-center gap-4 rounded-lg bg-sand p-3 no-underline">
      {image && <Photo image={image} alt="" sizes="5rem" className="size-20 shrink-0 rounded-md" />}
      <span className="min-w-0 p-1">
        <span className="block font-serif text-lg break-words">{name}</span>
        <span className="text-sm text-muted">{REQUEST.backToPiece}</span>
      </span>
    </Link>
  )
}
