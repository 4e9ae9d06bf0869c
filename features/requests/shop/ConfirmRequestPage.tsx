import type { ConfirmedRequest } from '#contract/requests.ts'
import { LinkAction } from '#web/shop/accounts/LinkAction.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Link } from '#web/ui/Link.tsx'
import { useConfirmRequestMutation } from './requestsApi.ts'
import { CONFIRM_REQUEST, REQUEST } from './texts.ts'

/** The target of the link that confirms a request. */
export default function ConfirmRequestPage() {
  const [confirm, { data, error, isLoading }] = useConfirmRequestMutation()
  const { title, lead, confirm: button } = CONFIRM_REQUEST
  const confirmation = data && <Confirmation {...data} />
  return <LinkAction {...{ title, lead, button, error, done: confirmation }} act={confirm} isBusy={isLoading} />
}

function Confirmation({ kind, product: { name, slug }, isAvailable }: ConfirmedRequest) {
  const { voice } = useShop()
  return (
    <p className="wrap-anywhere">
      {kind === 'back' && isAvailable ? CONFIRM_REQUEST.available(name) : CONFIRM_REQUEST.done[kind](name, voice)}{' '}
      <Link to={`/products/${slug}`}>{REQUEST.see(name)}</Link>
    </p>
  )
}
