import { LinkAction } from '#web/shop/accounts/LinkAction.tsx'
import { useEndRequestsMutation } from './requestsApi.ts'
import { END_REQUESTS } from './texts.ts'

/** The target of the link that stops messages about pieces that are back. */
export default function EndRequestsPage() {
  const [end, { data, error, isLoading }] = useEndRequestsMutation()
  const { title, lead, end: button } = END_REQUESTS
  return <LinkAction {...{ title, lead, button, error }} done={data?.message} act={end} isBusy={isLoading} />
}
