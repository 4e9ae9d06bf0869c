import type { ConfirmedRequest } from '#contract/requests.ts'
import { CONFIRM_REQUEST, REQUEST } from '../../texts/requests.ts'
import { Link } from '../../ui/Link.tsx'
import { LinkAction } from './LinkAction.tsx'
import { useConfirmRequestMutation } from './requestsApi.ts'

/** The target of the link that confirms a request. */
export default function ConfirmRequestPage() {
  const [confirm, { data, error, isLoading }] = useConfirmRequestMutation()
  const { title, lead, confirm: button } = CONFIRM_REQUEST
  const done = data && <Confirmed {...data} />
  return <LinkAction {...{ title, lead, button, error, done }} act={confirm} isBusy={isLoading} />
}

const Confirmed = ({ kind, product: { name, slug }, isAvailable }: ConfirmedRequest) => (
  <p className="wrap-anywhere">
    {kind === 'back' && isAvailable ? CONFIRM_REQUEST.available(name) : CONFIRM_REQUEST.done[kind](name)}{' '}
    <Link to={`/products/${slug}`}>{REQUEST.see(name)}</Link>
  </p>
)
